import {
  readApiKey,
  readV1Json,
  readV1Query,
  type V1Endpoint,
  V1Refusal,
  v1Routes,
} from '@inrgate/sdk/internal';
import { bodyLimit, type FlatParams, textParams } from '@inrgate/sdk/protocol';
import { merchantReference } from '../../domain/deposit.ts';
import type { Merchant } from '../../domain/merchant.ts';
import type { FaultSubject } from '../../faults/faults.ts';
import type { Trace } from '../../observability/trace.ts';
import type { WireRequest } from '../core/exchange.ts';
import { refusalOfSender } from '../core/merchant-server.ts';
import { type BrokenBody, readBody } from '../core/read-body.ts';
import type { WireServices } from '../pipeline/services.ts';

/** A v1 request, with the services that its checks use. */
export interface Call {
  readonly endpoint: V1Endpoint;
  readonly request: WireRequest;
  readonly services: WireServices;
  readonly trace: Trace;
}

/** Content of a v1 request, read once for the faults, the log and the checks. */
export interface Reading {
  readonly params: FlatParams;
  /** API Key from the parameter or the header, or null if both are missing. */
  readonly apiKey: string | null;
  /** Merchant with this key at the time of reading, or null if none has it. */
  readonly merchant: Merchant | null;
}

/** Checks the method and the body, then reads the request. */
export async function read(call: Call): Promise<Reading> {
  const params = await receive(call);
  return lookUpMerchant(call, { params, apiKey: readApiKey(call, params), merchant: null });
}

/** Repeats the lookup, so the request uses the current merchant. */
export async function lookUpMerchant({ services, trace }: Call, reading: Reading): Promise<Reading> {
  const { apiKey } = reading;
  const merchant = apiKey === null ? null : await services.ports.store.merchants.byKey(apiKey);
  trace.mchId = merchant?.mchId ?? null;
  trace.keys = merchant;
  return { ...reading, merchant };
}

/** Merchant and order of the request, if known. `client_ref` identifies a link. */
export async function faultSubject(
  { endpoint, services }: Call,
  { params, merchant }: Reading,
): Promise<FaultSubject> {
  const mchId = merchant?.mchId ?? null;
  const linkCode = endpoint === 'link-status' ? params.get('link_code')?.text : undefined;
  if (linkCode === undefined) return { mchId, mchOrderNo: params.get('client_ref')?.text ?? null };
  const link = await services.ports.store.deposits.get(linkCode);
  return { mchId, mchOrderNo: link === null ? null : merchantReference(link) };
}

/** Checks method and body (reading: States, "legacy checks in order"). */
async function receive({ endpoint, request, trace }: Call): Promise<FlatParams> {
  if (request.method !== v1Routes[endpoint].method)
    throw new V1Refusal('method_not_allowed', { status: 405 });
  const message = refusalOfSender(request);
  if (message !== null) throw new V1Refusal('invalid_request', { message });
  const params =
    endpoint === 'link-status'
      ? readV1Query(request.query)
      : readV1Json(await bodyOf(request, trace), request);
  trace.parameters = textParams(params);
  trace.mchOrderNo = params.get('client_ref')?.text ?? null;
  return params;
}

async function bodyOf(request: WireRequest, trace: Trace): Promise<Uint8Array> {
  const body = await readBody(request, bodyLimit).catch(refuseBroken);
  if (body === null) throw new V1Refusal('invalid_request', { message: 'The body is over 64 KB.' });
  trace.body = body;
  return body;
}

/** Rejects an incomplete body, which is no failure of the gateway. */
function refuseBroken(cause: BrokenBody): never {
  throw new V1Refusal('invalid_request', { message: cause.message, cause });
}
