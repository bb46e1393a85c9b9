import {
  isSignedWith,
  type KeyName,
  readCredentials,
  readParameter,
  type V3Endpoint,
  V3Refusal,
  v3Routes,
} from '@inrgate/sdk/internal';
import { bodyLimit, type FlatParams, FlatParseError, parseFlat, textParams } from '@inrgate/sdk/protocol';
import { merchantReference } from '../../domain/deposit.ts';
import type { Merchant } from '../../domain/merchant.ts';
import type { FaultSubject } from '../../faults/fault.ts';
import { explainLock, secondsLeft } from '../../limits/signature-lock.ts';
import { unknownMerchantKeys } from '../../log/diagnosis.ts';
import { recordBody } from '../../log/record.ts';
import { type BrokenBody, readBody } from '../core/exchange.ts';
import { refusalOfSender } from '../core/guard.ts';
import { isListed } from '../core/ip-list.ts';
import { sentence } from '../core/respond.ts';
import type { Arrived, WireGateway } from '../pipeline/wire-api.ts';

/** A v3 request, read once for the faults, the log and the checks. */
export interface Call extends Arrived<V3Endpoint> {
  /** The parameters, or the error of parsing the body. */
  readonly params: FlatParams | FlatParseError;
  /** Merchant ID in the request, not yet verified, or null. */
  readonly mchId: string | null;
  readonly mchOrderNo: string | null;
}

/** Runs steps 1 to 3, then reads the parameters (reading:order). */
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

/** A request after the common checks, with its merchant, key and parameters. */
export interface Admitted extends Call {
  readonly params: FlatParams;
  readonly merchant: Merchant;
  readonly key: KeyName;
}

/** Runs steps 4 to 9 and throws the first error (reading:order). */
export function admit(gateway: WireGateway, call: Call): Admitted {
  const claimed = call.mchId === null ? null : gateway.store.merchants.get(call.mchId);
  call.record.keys = claimed;
  refuseLockedAddress(gateway, call); // 4
  const params = readable(call); // 5
  const { mchId, sign } = readCredentials(call.endpoint, params); // 6
  refuseOverRate(gateway, call, mchId); // 7
  const { merchant, key } = authenticate(gateway, { ...call, params, merchant: claimed, sign }); // 8
  call.record.signedWith = key;
  const admitted = { ...call, params, merchant, key };
  refuseAccount(admitted); // 9
  return admitted;
}

function refuseLockedAddress({ store, clock, signatureLock }: WireGateway, { request, record }: Call): void {
  if (store.settings.signatureLock === null) return;
  const now = clock.now();
  const lock = signatureLock.lockOf(request.ip, now);
  if (lock === null) return;
  record.explanation = explainLock(lock, now);
  throw new V3Refusal('too_many_failures', { retryAfter: secondsLeft(lock, now) });
}

function readable({ params }: Call): FlatParams {
  if (!(params instanceof FlatParseError)) return params;
  throw new V3Refusal('invalid_request', { message: sentence(params.message), cause: params });
}

/** Counts calls per claimed merchant ID and IP address (reading:order.7). */
function refuseOverRate({ store, clock, rateLimit }: WireGateway, { request }: Call, mchId: string): void {
  const { rateLimitPerMinute } = store.settings;
  if (rateLimitPerMinute === null) return;
  const retryAfter = rateLimit.admit(`${request.ip} ${mchId}`, rateLimitPerMinute, clock.now());
  if (retryAfter !== null) throw new V3Refusal('rate_limited', { retryAfter });
}

interface Signed extends Call {
  readonly params: FlatParams;
  /** Merchant with the claimed ID, or null if none has it. */
  readonly merchant: Merchant | null;
  readonly sign: string;
}

/**
 * Tries the key of the endpoint first. Before a rejection, tries both keys, so the duration does not reveal the reason
 * (reading:order.8).
 */
function authenticate(gateway: WireGateway, signed: Signed): Pick<Admitted, 'merchant' | 'key'> {
  const { merchant, endpoint } = signed;
  const keys = merchant ?? unknownMerchantKeys;
  const accepted: readonly KeyName[] = v3Routes[endpoint].keys;
  let isSigned = false;
  for (const key of accepted[0] === 'mchSecret' ? secretFirst : keyFirst) {
    if (!isSignedWith(signed, keys[key])) continue;
    if (merchant !== null && accepted.includes(key)) return { merchant, key };
    isSigned = true;
  }
  if (merchant === null || !isSigned) throw refuseSignature(gateway, signed);
  throw new V3Refusal('wrong_key_type');
}

const keyFirst: readonly KeyName[] = ['mchKey', 'mchSecret'];
const secretFirst: readonly KeyName[] = ['mchSecret', 'mchKey'];

function refuseSignature(
  { store, clock, signatureLock }: WireGateway,
  { request, record, endpoint }: Signed,
): V3Refusal {
  const rule = store.settings.signatureLock;
  if (rule !== null) signatureLock.recordFailure(request.ip, rule, clock.now());
  record.wronglySigned = endpoint;
  return new V3Refusal('invalid_signature');
}

/** spec: Authentication 5 and 7. */
function refuseAccount({ endpoint, merchant, request }: Admitted): void {
  if (merchant.suspended) throw new V3Refusal('account_suspended');
  const saved = merchant.ipAllowList.length > 0;
  if (saved && !isListed(request.ip, merchant.ipAllowList)) throw new V3Refusal('ip_not_allowed');
  if (endpoint === 'payout' && !saved) throw new V3Refusal('ip_whitelist_required');
}
