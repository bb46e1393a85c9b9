import {
  type FlatParams,
  parseFlat,
  phpSuffix,
  textParams,
  type V3Endpoint,
  v3Routes,
} from '@inrgate/sdk/protocol';
import { merchantReference } from '../../domain/deposit.ts';
import type { FaultSubject } from '../../faults/fault-list.ts';
import type { Trace } from '../../watch/trace.ts';
import type { WireRequest, WireResponse } from '../../wire/exchange.ts';
import { suffer } from '../answering/faults.ts';
import { inPresentEra } from '../answering/in-present-era.ts';
import type { WireServices } from '../answering/services.ts';
import { type Admitted, admit, type Call, receive } from './admission.ts';
import { checkGatewayBalance } from './endpoints/check-gateway-balance.ts';
import { checkOrderStatus } from './endpoints/check-order-status.ts';
import { payin } from './endpoints/payin.ts';
import { payout } from './endpoints/payout.ts';
import { answerStatus, fail, refuse, succeed } from './envelope.ts';
import { readParameter } from './parameters.ts';
import { V3Refusal } from './refusal.ts';

/** What each endpoint does once the request is admitted: parameters, idempotency, business rules (steps 10 to 12). */
const handlers: Readonly<Record<V3Endpoint, (call: Admitted) => Promise<object>>> = {
  payin,
  payout,
  'check-order-status': checkOrderStatus,
  'check-gateway-balance': checkGatewayBalance,
};

/** Each path, with and without the suffix (spec: Versioning). */
const endpoints: ReadonlyMap<string, V3Endpoint> = new Map(
  (Object.keys(v3Routes) as V3Endpoint[]).flatMap((endpoint) => [
    [v3Routes[endpoint].path, endpoint],
    [`${v3Routes[endpoint].path}${phpSuffix}`, endpoint],
  ]),
);

/**
 * The v3 API. Never throws: what is not a refusal of the table is 500 `server_error`.
 *
 * @param path below `{base_url}`
 */
export async function answerV3(
  request: WireRequest,
  path: string,
  context: { readonly services: WireServices; readonly trace: Trace },
): Promise<WireResponse> {
  try {
    const endpoint = endpoints.get(path);
    if (endpoint === undefined) throw new V3Refusal('not_found');
    context.trace.endpoint = endpoint;
    return await answerEndpoint({ endpoint, request, ...context });
  } catch (error) {
    context.trace.error = error instanceof V3Refusal ? error.code : 'server_error';
    if (error instanceof V3Refusal) return refuse(error);
    context.services.failed(error);
    return fail();
  }
}

/** Faults stand at the door, before anything is looked at and again on the way out (contract: A fault). */
async function answerEndpoint(call: Call): Promise<WireResponse> {
  const body = await receive(call);
  const { services, endpoint } = call;
  const door = {
    endpoint,
    request: call.request,
    subject: () => faultSubject(call, body),
    refusal: answerStatus,
  };
  return suffer(services.faults, door, () =>
    inPresentEra(call, async (present) => {
      const admitted = await admit(present, body);
      return succeed(await handlers[endpoint](admitted));
    }),
  );
}

/**
 * Whom the request is about, as far as it can be read. The log gets it too: of a request that a fault keeps from being
 * looked at, nothing else would tell.
 */
async function faultSubject(call: Call, body: Uint8Array): Promise<FaultSubject> {
  const { request, trace, services } = call;
  const params = readableParams(body, request.header('content-type'));
  if (params === null) return { mchId: null, mchOrderNo: null };
  const mchId = readParameter(params, 'mchId', 'merchant_id');
  const mchOrderNo = readParameter(params, 'mchOrderNo', 'merchant_order_no');
  const merchant = mchId === null ? null : await services.ports.store.merchants.get(mchId);
  Object.assign(trace, { mchId, mchOrderNo, parameters: textParams(params), keys: merchant });
  return { mchId, mchOrderNo: mchOrderNo ?? (await namedByOrderNo(call, params)) };
}

function readableParams(body: Uint8Array, contentType: string | null): FlatParams | null {
  try {
    return parseFlat(body, contentType);
  } catch {
    return null;
  }
}

/** A query may name the service's number alone (spec: POST check-order-status). */
async function namedByOrderNo({ endpoint, services }: Call, params: FlatParams): Promise<string | null> {
  const orderNo = endpoint === 'check-order-status' ? readParameter(params, 'orderNo') : null;
  if (orderNo === null) return null;
  const { deposits, payouts } = services.ports.store;
  const deposit = await deposits.get(orderNo);
  if (deposit !== null) return merchantReference(deposit);
  return (await payouts.get(orderNo))?.mchOrderNo ?? null;
}
