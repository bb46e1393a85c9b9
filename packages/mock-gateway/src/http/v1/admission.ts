import {
  readApiKey,
  readV1Json,
  readV1Query,
  type V1Endpoint,
  V1Refusal,
  v1Routes,
} from '@inrgate/sdk/internal';
import { bodyLimit, type FlatParams, textParams, verifySignature } from '@inrgate/sdk/protocol';
import { merchantReference } from '../../domain/deposit.ts';
import type { Merchant } from '../../domain/merchant.ts';
import type { FaultSubject } from '../../faults/fault.ts';
import { recordBody } from '../../log/record.ts';
import { type BrokenBody, readBody, type WireRequest } from '../core/exchange.ts';
import { refusalOfSender } from '../core/guard.ts';
import { isListed } from '../core/ip-list.ts';
import type { Arrived, WireGateway } from '../pipeline/wire-api.ts';

/** A v1 request, read once for the faults, the log and the checks. */
export interface Call extends Arrived<V1Endpoint> {
  readonly params: FlatParams;
  /** API Key from the parameter or the header, or null if both are missing. */
  readonly apiKey: string | null;
}

/** Checks method and body, then reads the parameters (reading: States, "legacy checks in order"). */
export async function read(_gateway: WireGateway, arrived: Arrived<V1Endpoint>): Promise<Call> {
  const { endpoint, request, record } = arrived;
  if (request.method !== v1Routes[endpoint].method)
    throw new V1Refusal('method_not_allowed', { status: 405 });
  const message = refusalOfSender(request);
  if (message !== null) throw new V1Refusal('invalid_request', { message });
  const params =
    endpoint === 'link-status' ? readV1Query(request.query) : readV1Json(await bodyOf(arrived), request);
  record.parameters = textParams(params);
  record.mchOrderNo = params.get('client_ref')?.text ?? null;
  return { ...arrived, params, apiKey: readApiKey(arrived, params) };
}

async function bodyOf({ request, record }: Arrived): Promise<Uint8Array> {
  const body = await readBody(request, bodyLimit).catch(refuseBroken);
  if (body === null) throw new V1Refusal('invalid_request', { message: 'The body is over 64 KB.' });
  recordBody(record, body);
  return body;
}

/** Rejects an incomplete body, which is no failure of the gateway. */
function refuseBroken(cause: BrokenBody): never {
  throw new V1Refusal('invalid_request', { message: cause.message, cause });
}

/** The merchant with the API Key, or null if none has it. */
function merchantOf({ store }: WireGateway, { apiKey, record }: Call): Merchant | null {
  const merchant = apiKey === null ? null : store.merchants.byKey(apiKey);
  record.keys = merchant;
  record.mchId = merchant?.mchId ?? null;
  return merchant;
}

/** Merchant and order of the request, if known. `client_ref` identifies a link. */
export function faultSubject(gateway: WireGateway, call: Call): FaultSubject {
  const { endpoint, params } = call;
  const mchId = merchantOf(gateway, call)?.mchId ?? null;
  const linkCode = endpoint === 'link-status' ? params.get('link_code')?.text : undefined;
  if (linkCode === undefined) return { mchId, mchOrderNo: params.get('client_ref')?.text ?? null };
  const link = gateway.store.deposits.get(linkCode);
  return { mchId, mchOrderNo: link === null ? null : merchantReference(link) };
}

export interface Admitted extends Call {
  readonly merchant: Merchant;
}

/** Checks the key, the signature and the account. Throws the first error. */
export function admit(gateway: WireGateway, call: Call): Admitted {
  const merchant = merchantOf(gateway, call);
  if (call.apiKey === null) throw new V1Refusal('missing_api_key');
  if (merchant === null) throw new V1Refusal('invalid_api_key');
  refuseSignature(call, merchant);
  call.record.signedWith = 'mchSecret';
  refuseAccount(call.request, merchant);
  return { ...call, merchant };
}

/** Accepts only the signature with the API Secret, in upper case (spec: Authentication 8). */
function refuseSignature({ record, endpoint, params }: Call, merchant: Merchant): void {
  const texts = textParams(params);
  if (verifySignature(texts, merchant.mchSecret, texts.get('sign') ?? '', { upperCaseOnly: true })) return;
  record.wronglySigned = endpoint;
  throw new V1Refusal('invalid_signature');
}

function refuseAccount({ ip }: WireRequest, merchant: Merchant): void {
  if (merchant.suspended) throw new V1Refusal('account_suspended');
  if (merchant.ipAllowList.length > 0 && !isListed(ip, merchant.ipAllowList))
    throw new V1Refusal('ip_not_allowed');
}
