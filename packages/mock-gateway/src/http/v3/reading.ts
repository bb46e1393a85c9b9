import { readParameter, type V3Endpoint } from '@inrgate/sdk/internal';
import { type FlatParams, FlatParseError, parseFlat, textParams } from '@inrgate/sdk/protocol';
import { merchantReference } from '../../domain/deposit.ts';
import type { Merchant } from '../../domain/merchant.ts';
import type { FaultSubject } from '../../faults/faults.ts';
import type { Trace } from '../../observability/trace.ts';
import type { WireRequest } from '../core/exchange.ts';
import type { WireServices } from '../pipeline/services.ts';

/** A v3 request on its way through the checks. */
export interface Call {
  readonly endpoint: V3Endpoint;
  readonly request: WireRequest;
  readonly services: WireServices;
  readonly trace: Trace;
}

/**
 * What a v3 request says, read once: the faults choose by it, the log tells it, and the checks judge it each in its turn.
 * Reading refuses nothing.
 */
export interface Reading {
  /** The parameters, or why the body cannot be read into any. */
  readonly params: FlatParams | FlatParseError;
  /** As claimed; null when it says none. */
  readonly mchId: string | null;
  readonly mchOrderNo: string | null;
  /** The one of that id, as it was when the request was read. */
  readonly merchant: Merchant | null;
}

/** Reads a body that has arrived. */
export async function read(call: Call, body: Uint8Array): Promise<Reading> {
  const params = paramsIn(body, call.request.header('content-type'));
  if (params instanceof FlatParseError) return { params, mchId: null, mchOrderNo: null, merchant: null };
  const mchId = readParameter(params, 'mchId', 'merchant_id');
  const mchOrderNo = readParameter(params, 'mchOrderNo', 'merchant_order_no');
  Object.assign(call.trace, { parameters: textParams(params), mchId, mchOrderNo });
  return lookUpMerchant(call, { params, mchId, mchOrderNo, merchant: null });
}

/** The same request with the merchant as it is now. */
export async function lookUpMerchant({ services, trace }: Call, reading: Reading): Promise<Reading> {
  const { mchId } = reading;
  const merchant = mchId === null ? null : await services.claims.get(mchId);
  trace.keys = merchant;
  return { ...reading, merchant };
}

function paramsIn(body: Uint8Array, contentType: string | null): FlatParams | FlatParseError {
  try {
    return parseFlat(body, contentType);
  } catch (error) {
    if (error instanceof FlatParseError) return error;
    throw error;
  }
}

/** Whom the request is about, as far as it can be told. */
export async function faultSubject(
  call: Call,
  { params, mchId, mchOrderNo }: Reading,
): Promise<FaultSubject> {
  if (mchOrderNo !== null || params instanceof FlatParseError) return { mchId, mchOrderNo };
  return { mchId, mchOrderNo: await namedByOrderNo(call, params) };
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
