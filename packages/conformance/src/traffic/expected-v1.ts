import { hash } from 'node:crypto';
import {
  checkV1Parameters,
  type KeyName,
  readApiKey,
  readV1Json,
  readV1Query,
  type V1Endpoint,
  V1Refusal,
  v1Routes,
} from '@inrgate/sdk/internal';
import { bodyLimit, type FlatParams, textParams, verifySignature } from '@inrgate/sdk/protocol';
import { headerOf, type KnownMerchant, type SeenRequest } from './exchange.ts';
import { type Expectation, unjudged, unread } from './expectation.ts';

const endpoints: ReadonlyMap<string, V1Endpoint> = new Map(
  (Object.keys(v1Routes) as V1Endpoint[]).map((endpoint) => [v1Routes[endpoint].path, endpoint]),
);

/** Limits that accept any amount, because the account's limits are unknown. */
const anyAmount = { payinMin: 1n, payinMax: 10n ** 1_000n };

/**
 * Returns the position of an error's check (reading: States, "legacy checks in order"). A code with two statuses has
 * two positions.
 */
export function v1Step(code: string, status: number): number {
  if (status === 405 || (code === 'not_found' && status === 404)) return code === 'not_found' ? 7 : 1;
  if (code === 'invalid_request') return 2;
  if (code === 'missing_api_key' || code === 'invalid_api_key') return 3;
  if (code === 'invalid_signature') return 4;
  if (status === 403) return 5;
  if (code === 'duplicate_client_ref') return 7;
  if (code === 'method_not_allowed' || code === 'gateway_error') return 8;
  return 6;
}

export function expectV1(request: SeenRequest, known: KnownMerchant | null): Expectation {
  const endpoint = endpoints.get(request.path) ?? null;
  const nothing: Expectation = { ...unread, endpoint };
  if (endpoint === null)
    return {
      ...nothing,
      refusal: { code: 'not_found', step: 0, message: 'The API has no endpoint at this URL.' },
    };
  let found: Pick<Expectation, 'params' | 'mchId' | 'signedWith' | 'judged' | 'unjudged'> = nothing;
  try {
    const params = read(endpoint, request);
    found = { ...nothing, params };
    found = signed(endpoint, { request, known, params });
    return { ...nothing, ...found };
  } catch (error) {
    if (!(error instanceof V1Refusal)) throw error;
    const { code, status, message } = error;
    return { ...nothing, ...found, refusal: { code, step: v1Step(code, status), message } };
  }
}

function read(endpoint: V1Endpoint, request: SeenRequest): FlatParams {
  if (request.method !== v1Routes[endpoint].method)
    throw new V1Refusal('method_not_allowed', { status: 405 });
  if (endpoint === 'link-status') return readV1Query(request.query);
  if (request.length > bodyLimit) throw new V1Refusal('invalid_request');
  return readV1Json(request.body, headers(request));
}

const headers = (request: SeenRequest) => ({ header: (name: string) => headerOf(request, name) });

interface Read {
  readonly request: SeenRequest;
  readonly params: FlatParams;
  readonly known: KnownMerchant | null;
}

/** Checks the key, the signature if the API Secret is known, and each parameter. */
function signed(endpoint: V1Endpoint, { request, params, known }: Read) {
  const apiKey = readApiKey({ endpoint, request: headers(request) }, params);
  if (apiKey === null) throw new V1Refusal('missing_api_key');
  const sign = params.get('sign')?.text ?? '';
  const isOurs = known?.mchKey !== undefined && apiKey === known.mchKey;
  const secret = isOurs ? (known.mchSecret ?? '') : '';
  const judged = secret !== '';
  const right = judged && verifySignature(textParams(params), secret, sign, { upperCaseOnly: true });
  if (judged ? !right : !/^[0-9A-F]{32}$/.test(sign)) throw new V1Refusal('invalid_signature');
  checkV1Parameters({ endpoint, params, merchant: { limits: anyAmount } });
  const signedWith = new Set<KeyName>(right ? ['mchSecret'] : []);
  // Store a hash, because it identifies the merchant without the key.
  return {
    params,
    mchId: hash('sha256', apiKey),
    signedWith,
    judged,
    unjudged: judged ? null : unjudged.strangers,
  };
}
