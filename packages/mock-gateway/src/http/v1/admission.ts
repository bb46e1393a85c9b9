import {
  bodyLimit,
  type FlatParams,
  FlatParseError,
  parseFlat,
  textParams,
  type V1Endpoint,
  v1Routes,
  verifySignature,
} from '@inrgate/sdk/protocol';
import type { Merchant } from '../../domain/merchant.ts';
import type { Trace } from '../../watch/trace.ts';
import type { WireRequest } from '../../wire/exchange.ts';
import { isListed } from '../../wire/ip-list.ts';
import { readBody } from '../../wire/read-body.ts';
import type { WireServices } from '../answering/services.ts';
import { diagnose } from './diagnosis.ts';
import { V1Refusal } from './refusal.ts';

/** A v1 request on its way through the checks. */
export interface Call {
  readonly endpoint: V1Endpoint;
  readonly request: WireRequest;
  readonly services: WireServices;
  readonly trace: Trace;
}

export interface Admitted extends Call {
  readonly params: FlatParams;
  readonly merchant: Merchant;
}

/** Method and body (reading: States, "legacy checks in order"). */
export async function receive({ endpoint, request, trace }: Call): Promise<FlatParams> {
  if (request.method !== v1Routes[endpoint].method)
    throw new V1Refusal('method_not_allowed', { status: 405 });
  const params = endpoint === 'link-status' ? readQuery(request) : await readJson(request, trace);
  trace.parameters = textParams(params);
  trace.mchOrderNo = params.get('client_ref')?.text ?? null;
  return params;
}

/** The key, the signature, the account; the first that fails answers. */
export async function admit(call: Call, params: FlatParams): Promise<Admitted> {
  const apiKey = readApiKey(call, params);
  if (apiKey === null) throw new V1Refusal('missing_api_key');
  const merchant = await call.services.ports.store.merchants.byKey(apiKey);
  if (merchant === null) throw new V1Refusal('invalid_api_key');
  call.trace.mchId = merchant.mchId;
  call.trace.keys = merchant;
  refuseSignature(call, params, merchant);
  call.trace.signedWith = 'mchSecret';
  refuseAccount(call.request, merchant);
  return { ...call, params, merchant };
}

function readQuery(request: WireRequest): FlatParams {
  return readable(() => parseFlat(Buffer.from(request.query), 'application/x-www-form-urlencoded'));
}

async function readJson(request: WireRequest, trace: Trace): Promise<FlatParams> {
  const body = await readBody(request, bodyLimit).catch(refuseBroken);
  if (body === null) throw new V1Refusal('invalid_request', { message: 'The body is over 64 KB.' });
  trace.body = body;
  const contentType = request.header('content-type');
  if (contentType === null || !/^application\/json\s*(;|$)/i.test(contentType)) {
    throw new V1Refusal('invalid_request', { message: 'The content type is not application/json.' });
  }
  return readable(() => parseFlat(body, contentType));
}

/** The caller went away, or sent less than it promised: unreadable, not a failure of the gateway. */
function refuseBroken(cause: unknown): never {
  throw new V1Refusal('invalid_request', { message: 'The body did not arrive whole.', cause });
}

function readable(parse: () => FlatParams): FlatParams {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof FlatParseError)) throw error;
    throw new V1Refusal('invalid_request', {
      message: `The request cannot be read: ${error.message}.`,
      cause: error,
    });
  }
}

/** In the header it is not a parameter, so it is not signed; create-link.php alone takes it there (spec: Legacy v1). */
export function readApiKey({ endpoint, request }: Call, params: FlatParams): string | null {
  const parameter = params.get('api_key')?.text || null;
  const header = endpoint === 'create-link' ? request.header('x-api-key') || null : null;
  if (parameter !== null && header !== null && parameter !== header) {
    throw new V1Refusal('invalid_request', { message: 'api_key and X-Api-Key have different values.' });
  }
  return parameter ?? header;
}

/** Signed with the API Secret, upper-case (spec: Authentication 8). */
function refuseSignature({ trace }: Call, params: FlatParams, merchant: Merchant): void {
  const texts = textParams(params);
  if (verifySignature(texts, merchant.mchSecret, texts.get('sign') ?? '', { upperCaseOnly: true })) return;
  trace.diagnose = diagnose;
  throw new V1Refusal('invalid_signature');
}

function refuseAccount({ ip }: WireRequest, merchant: Merchant): void {
  if (merchant.suspended) throw new V1Refusal('account_suspended');
  if (merchant.ipAllowList.length > 0 && !isListed(ip, merchant.ipAllowList))
    throw new V1Refusal('ip_not_allowed');
}
