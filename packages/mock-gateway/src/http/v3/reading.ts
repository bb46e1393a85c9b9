import { readParameter, type V3Endpoint } from '@inrgate/sdk/internal';
import { type FlatParams, FlatParseError, parseFlat, textParams } from '@inrgate/sdk/protocol';
import { merchantReference } from '../../domain/deposit.ts';
import type { Merchant } from '../../domain/merchant.ts';
import type { FaultSubject } from '../../faults/faults.ts';
import type { Trace } from '../../observability/trace.ts';
import type { WireRequest } from '../core/exchange.ts';
import type { WireServices } from '../pipeline/services.ts';

/** A v3 request, with the services that its checks use. */
export interface Call {
  readonly endpoint: V3Endpoint;
  readonly request: WireRequest;
  readonly services: WireServices;
  readonly trace: Trace;
}

/** Content of a v3 request, read once for the faults, the log and the checks. Reading never rejects the request. */
export interface Reading {
  /** The parameters, or the error of parsing the body. */
  readonly params: FlatParams | FlatParseError;
  /** Merchant ID in the request, not yet verified, or null. */
  readonly mchId: string | null;
  readonly mchOrderNo: string | null;
  /** Merchant with this ID at the time of reading, or null if none has it. */
  readonly merchant: Merchant | null;
}

export async function read(call: Call, body: Uint8Array): Promise<Reading> {
  const params = paramsIn(body, call.request.header('content-type'));
  if (params instanceof FlatParseError) return { params, mchId: null, mchOrderNo: null, merchant: null };
  const mchId = readParameter(params, 'mchId', 'merchant_id');
  const mchOrderNo = readParameter(params, 'mchOrderNo', 'merchant_order_no');
  Object.assign(call.trace, { parameters: textParams(params), mchId, mchOrderNo });
  return lookUpMerchant(call, { params, mchId, mchOrderNo, merchant: null });
}

/** Repeats the lookup, so the request uses the current merchant. */
export async function lookUpMerchant({ services, trace }: Call, reading: Reading): Promise<Reading> {
  const { mchId } = reading;
  const merchant = mchId === null ? null : await services.ports.store.merchants.get(mchId);
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

/** Merchant and order of the request, if known. */
export async function faultSubject(
  call: Call,
  { params, mchId, mchOrderNo }: Reading,
): Promise<FaultSubject> {
  if (mchOrderNo !== null || params instanceof FlatParseError) return { mchId, mchOrderNo };
  return { mchId, mchOrderNo: await namedByOrderNo(call, params) };
}

/**
 * The merchant's order number for a query that contains only the gateway order number (spec: POST check-order-status).
 */
async function namedByOrderNo({ endpoint, services }: Call, params: FlatParams): Promise<string | null> {
  const orderNo = endpoint === 'check-order-status' ? readParameter(params, 'orderNo') : null;
  if (orderNo === null) return null;
  const { deposits, payouts } = services.ports.store;
  const deposit = await deposits.get(orderNo);
  if (deposit !== null) return merchantReference(deposit);
  return (await payouts.get(orderNo))?.mchOrderNo ?? null;
}
