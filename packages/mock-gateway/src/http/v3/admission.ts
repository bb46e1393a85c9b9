import { isSignedWith, type KeyName, readCredentials, V3Refusal, v3Routes } from '@inrgate/sdk/internal';
import { bodyLimit, type FlatParams, FlatParseError } from '@inrgate/sdk/protocol';
import type { Merchant } from '../../domain/merchant.ts';
import { explainLock, secondsLeft } from '../../limits/signature-locks.ts';
import { nobody } from '../../observability/diagnosis.ts';
import { isListed } from '../core/ip-list.ts';
import { refusalOfSender } from '../core/merchant-server.ts';
import { type BrokenBody, readBody } from '../core/read-body.ts';
import type { Call, Reading } from './reading.ts';

/** A request after the common checks, with its merchant, key and parameters. */
export interface Admitted extends Call {
  readonly params: FlatParams;
  readonly merchant: Merchant;
  readonly key: KeyName;
}

/** Runs steps 1 to 3, before the body is parsed (reading: order of checks). */
export async function receive({ request, services, trace }: Call): Promise<Uint8Array> {
  if (request.method !== 'POST') throw new V3Refusal('use_post'); // 1
  if ((await services.ports.settings()).maintenance) throw new V3Refusal('maintenance'); // 2
  const message = refusalOfSender(request);
  if (message !== null) throw new V3Refusal('invalid_request', { message });
  const body = await readBody(request, bodyLimit).catch(refuseBroken); // 3
  if (body === null) throw new V3Refusal('payload_too_large');
  trace.body = body;
  return body;
}

/** Rejects an incomplete body, which is no failure of the gateway. */
function refuseBroken(cause: BrokenBody): never {
  throw new V3Refusal('invalid_request', { message: cause.message, cause });
}

/** Runs steps 4 to 9 and throws the first error (reading: order of checks). */
export async function admit(call: Call, reading: Reading): Promise<Admitted> {
  await refuseLockedAddress(call); // 4
  const params = readable(reading); // 5
  const { mchId, sign } = readCredentials(call.endpoint, params); // 6
  await refuseOverRate(call, mchId); // 7
  const signed = { ...call, params, merchant: reading.merchant, sign };
  const key = await authenticate(signed); // 8
  call.trace.signedWith = key.name;
  const admitted = { ...call, params, merchant: key.merchant, key: key.name };
  refuseAccount(admitted); // 9
  return admitted;
}

async function refuseLockedAddress({ request, services, trace }: Call): Promise<void> {
  if ((await services.ports.settings()).signatureLock === null) return;
  const now = services.ports.clock.now();
  const lock = await services.locks.lockOf(request.ip, now);
  if (lock === null) return;
  trace.explanation = explainLock(lock, now);
  throw new V3Refusal('too_many_failures', { retryAfter: secondsLeft(lock, now) });
}

function readable({ params }: Reading): FlatParams {
  if (!(params instanceof FlatParseError)) return params;
  throw new V3Refusal('invalid_request', { message: sentence(params.message), cause: params });
}

/** Counts calls per claimed merchant ID and IP address (reading: order of checks 7). */
async function refuseOverRate({ request, services }: Call, mchId: string): Promise<void> {
  const { rateLimitPerMinute } = await services.ports.settings();
  if (rateLimitPerMinute === null) return;
  const caller = `${request.ip} ${mchId}`;
  const retryAfter = await services.rates.admit(caller, rateLimitPerMinute, services.ports.clock.now());
  if (retryAfter !== null) throw new V3Refusal('rate_limited', { retryAfter });
}

interface Signed extends Call {
  readonly params: FlatParams;
  readonly merchant: Merchant | null;
  readonly sign: string;
}

/**
 * Tries the key of the endpoint first. Before a rejection, tries both keys, so the duration does not reveal the reason
 * (reading: order of checks 8).
 */
async function authenticate(
  signed: Signed,
): Promise<{ readonly merchant: Merchant; readonly name: KeyName }> {
  const { merchant, endpoint } = signed;
  const keys = merchant ?? nobody;
  const accepted: readonly KeyName[] = v3Routes[endpoint].keys;
  let isSigned = false;
  for (const name of accepted[0] === 'mchSecret' ? secretFirst : keyFirst) {
    if (!isSignedWith(signed, keys[name])) continue;
    if (merchant !== null && accepted.includes(name)) return { merchant, name };
    isSigned = true;
  }
  if (merchant === null || !isSigned) throw await refuseSignature(signed);
  throw new V3Refusal('wrong_key_type');
}

const keyFirst: readonly KeyName[] = ['mchKey', 'mchSecret'];
const secretFirst: readonly KeyName[] = ['mchSecret', 'mchKey'];

async function refuseSignature({ services, request, trace, endpoint }: Signed): Promise<V3Refusal> {
  const { settings, clock } = services.ports;
  const { signatureLock } = await settings();
  if (signatureLock !== null) await services.locks.recordFailure(request.ip, signatureLock, clock.now());
  trace.wronglySigned = endpoint;
  return new V3Refusal('invalid_signature');
}

/** spec: Authentication 5 and 7. */
function refuseAccount({ endpoint, merchant, request }: Admitted): void {
  if (merchant.suspended) throw new V3Refusal('account_suspended');
  const saved = merchant.ipAllowList.length > 0;
  if (saved && !isListed(request.ip, merchant.ipAllowList)) throw new V3Refusal('ip_not_allowed');
  if (endpoint === 'payout' && !saved) throw new V3Refusal('ip_whitelist_required');
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
