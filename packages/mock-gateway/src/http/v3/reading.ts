import { readParameter, type V3Endpoint, V3Refusal } from '@inrgate/sdk/internal';
import { bodyLimit, type FlatParams, FlatParseError, parseFlat, textParams } from '@inrgate/sdk/protocol';
import { merchantReference } from '../../domain/deposit.ts';
import type { FaultSubject } from '../../faults/fault.ts';
import { recordBody } from '../../log/record.ts';
import { type BrokenBody, readBody } from '../core/exchange.ts';
import { refusalOfSender } from '../core/merchant-server.ts';
import type { Arrived } from '../pipeline/wire-api.ts';
import type { WireGateway } from '../pipeline/wire-gateway.ts';

/** A v3 request, read once for the faults, the log and the checks. */
export interface Call extends Arrived<V3Endpoint> {
  /** The parameters, or the error of parsing the body. */
  readonly params: FlatParams | FlatParseError;
  /** Merchant ID in the request, not yet verified, or null. */
  readonly mchId: string | null;
  readonly mchOrderNo: string | null;
}

/** Runs steps 1 to 3, then reads the parameters (reading: order of checks). */
export async function read({ store }: WireGateway, arrived: Arrived<V3Endpoint>): Promise<Call> {
  const { request, record } = arrived;
  if (request.method !== 'POST') throw new V3Refusal('use_post'); // 1
  if (store.settings.maintenance) throw new V3Refusal('maintenance'); // 2
  const message = refusalOfSender(request);
  if (message !== null) throw new V3Refusal('invalid_request', { message });
  const body = await readBody(request, bodyLimit).catch(refuseBroken); // 3
  if (body === null) throw new V3Refusal('payload_too_large');
  recordBody(record, body);
  const params = paramsIn(body, request.header('content-type'));
  if (params instanceof FlatParseError) return { ...arrived, params, mchId: null, mchOrderNo: null };
  const mchId = readParameter(params, 'mchId', 'merchant_id');
  const mchOrderNo = readParameter(params, 'mchOrderNo', 'merchant_order_no');
  Object.assign(record, { parameters: textParams(params), mchId, mchOrderNo });
  return { ...arrived, params, mchId, mchOrderNo };
}

/** Rejects an incomplete body, which is no failure of the gateway. */
function refuseBroken(cause: BrokenBody): never {
  throw new V3Refusal('invalid_request', { message: cause.message, cause });
}

function paramsIn(body: Uint8Array, contentType: string | null): FlatParams | FlatParseError {
  try {
    return parseFlat(body, contentType);
  } catch (error) {
    if (error instanceof FlatParseError) return error;
    throw error;
  }
}

/** Merchant and order of the request, if known. */
export function faultSubject({ store }: WireGateway, call: Call): FaultSubject {
  const { mchId, mchOrderNo, params, endpoint } = call;
  if (mchOrderNo !== null || params instanceof FlatParseError) return { mchId, mchOrderNo };
  // A query can contain only the gateway order number (spec: POST check-order-status).
  const orderNo = endpoint === 'check-order-status' ? readParameter(params, 'orderNo') : null;
  if (orderNo === null) return { mchId, mchOrderNo };
  const deposit = store.deposits.get(orderNo);
  const reference =
    deposit === null ? (store.payouts.get(orderNo)?.mchOrderNo ?? null) : merchantReference(deposit);
  return { mchId, mchOrderNo: reference };
}
