import { hash } from 'node:crypto';
import {
  checkV1Parameters,
  checkV3Parameters,
  isSignedWith,
  type KeyName,
  phpSuffix,
  readApiKey,
  readCredentials,
  readOrderQuery,
  readParameter,
  readPayout,
  readV1Json,
  readV1Query,
  refuseDestination,
  type V1Endpoint,
  V1Refusal,
  type V3Endpoint,
  V3Refusal,
  v1Routes,
  v3ErrorInfo,
  v3Routes,
} from '@inrgate/sdk/internal';
import {
  bodyLimit,
  type FlatParams,
  FlatParseError,
  parseFlat,
  textParams,
  type V3ErrorCode,
  v3Requests,
  verifySignature,
} from '@inrgate/sdk/protocol';
import { headerOf, type KnownMerchant, type SeenExchange, type SeenRequest } from './exchange.ts';

/** The expected response to a request. Depends only on the request. */
export interface Expectation {
  readonly endpoint: V3Endpoint | V1Endpoint | null;
  /** The parameters, or null if the body is unreadable. */
  readonly params: FlatParams | null;
  /** The Merchant ID in the request. */
  readonly mchId: string | null;
  /** Names of the known keys whose signature equals the request's signature. */
  readonly signedWith: ReadonlySet<KeyName>;
  /** True if the signature could be judged. */
  readonly judged: boolean;
  /** Reason why the signature could not be judged. */
  readonly unjudged: string | null;
  /** The error that the request always causes, or null if the request may succeed. */
  readonly refusal: { readonly code: string; readonly step: number; readonly message: string } | null;
}

/** What is known of a request before it is read. */
const unread: Omit<Expectation, 'endpoint'> = {
  ...{ params: null, mchId: null, signedWith: new Set<KeyName>() },
  ...{ judged: false, unjudged: null, refusal: null },
};

/** Reasons why a signature cannot be judged. */
export const unjudged = {
  strangers: 'the keys of the merchant are unknown',
  oneKey: 'only one of the two keys is set, and this key does not match',
} as const;

/** Derives the expected response from the request only, with the same checks as the gateway. */
export function expectationOf(
  { api, request }: Pick<SeenExchange, 'api' | 'request'>,
  known: KnownMerchant | null,
): Expectation {
  return api === 'v3' ? expectV3(request, known) : expectV1(request, known);
}

function endpointIn<Name extends string>(
  routes: Readonly<Record<Name, { readonly path: string }>>,
  path: string,
): Name | null {
  return (Object.keys(routes) as Name[]).find((name) => routes[name].path === path) ?? null;
}

/** The codes of each check (reading: order of checks). Every other code belongs to the last check. */
const v3Order: Readonly<Record<number, readonly V3ErrorCode[]>> = {
  1: ['not_found', 'use_post'],
  2: ['maintenance'],
  3: ['payload_too_large'],
  4: ['too_many_failures'],
  5: ['invalid_request'],
  7: ['rate_limited'],
  8: ['invalid_signature', 'wrong_key_type'],
  9: ['account_suspended', 'ip_not_allowed', 'ip_whitelist_required'],
  10: [
    ...(['missing_param', 'invalid_amount', 'invalid_mch_order_no', 'invalid_trade_type'] as const),
    ...(['invalid_pay_type', 'invalid_url', 'invalid_extra'] as const),
  ],
  11: ['order_not_found', 'duplicate_order'],
};

/** Returns the position of an error's check, or 0 for an unknown error. */
export function v3Step(code: string): number {
  if (v3ErrorInfo(code) === undefined) return 0;
  const step = Object.entries(v3Order).find(([, codes]) => (codes as readonly string[]).includes(code));
  return Number(step?.[0] ?? 12);
}

function expectV3(request: SeenRequest, known: KnownMerchant | null): Expectation {
  const { path } = request;
  const endpoint = endpointIn(v3Routes, path.endsWith(phpSuffix) ? path.slice(0, -phpSuffix.length) : path);
  const nothing: Expectation = { ...unread, endpoint };
  try {
    if (endpoint === null) throw new V3Refusal('not_found');
    if (request.method !== 'POST') throw new V3Refusal('use_post');
    if (request.length > bodyLimit) throw new V3Refusal('payload_too_large');
    return expectRead(endpoint, parseFlat(request.body, headerOf(request, 'content-type')), known);
  } catch (error) {
    return { ...nothing, refusal: refusalOf(error) };
  }
}

function expectRead(endpoint: V3Endpoint, params: FlatParams, known: KnownMerchant | null): Expectation {
  const mchId = readParameter(params, 'mchId', 'merchant_id');
  const sign = readParameter(params, 'sign') ?? '';
  const keys = known !== null && known.mchId === mchId ? known : null;
  const names = (['mchKey', 'mchSecret'] as const).filter((name) => (keys?.[name] ?? '') !== '');
  const signedWith = new Set(
    names.filter((name) => isSignedWith({ endpoint, params, sign }, keys?.[name] ?? '')),
  );
  // If only one key is known, the request may be signed with the other key.
  const judged = keys !== null && (names.length === 2 || signedWith.size > 0);
  const why = keys === null ? unjudged.strangers : unjudged.oneKey;
  const signed = { endpoint, params, signedWith, judged, unjudged: judged || sign === '' ? null : why };
  try {
    refuseSign(signed, readCredentials(endpoint, params).sign);
    refuseParameters(endpoint, params);
    return { ...signed, mchId, refusal: null };
  } catch (error) {
    return { ...signed, mchId, refusal: refusalOf(error) };
  }
}

type Signed = Pick<Expectation, 'signedWith' | 'judged'> & { readonly endpoint: V3Endpoint };

/** Step 8 with the known keys. A malformed signature is wrong for every key. */
function refuseSign({ endpoint, signedWith, judged }: Signed, sign: string): void {
  const shape = v3Requests[endpoint].fields.find(({ name }) => name === 'sign')?.schema;
  if (shape?.safeParse(sign).success === false) throw new V3Refusal('invalid_signature');
  if (!judged) return;
  if (signedWith.size === 0) throw new V3Refusal('invalid_signature');
  const accepted: readonly KeyName[] = v3Routes[endpoint].keys;
  if (!accepted.some((name) => signedWith.has(name))) throw new V3Refusal('wrong_key_type');
}

/** Step 10, and the checks of step 12 that depend only on the destination. */
function refuseParameters(endpoint: V3Endpoint, params: FlatParams): void {
  if (endpoint === 'check-order-status') readOrderQuery(params);
  else if (endpoint !== 'payout') checkV3Parameters(endpoint, params);
  else {
    const code = refuseDestination(readPayout(params).destination);
    if (code !== null) throw new V3Refusal(code);
  }
}

function refusalOf(error: unknown): Expectation['refusal'] {
  if (error instanceof FlatParseError)
    return refusalOf(new V3Refusal('invalid_request', { message: error.message }));
  if (error instanceof V3Refusal)
    return { code: error.code, step: v3Step(error.code), message: error.message };
  if (!(error instanceof V1Refusal)) throw error;
  const { code, status, message } = error;
  return { code, step: v1Step(code, status), message };
}

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

/** Limits that accept any amount, because the account's limits are unknown. */
const anyAmount = { payinMin: 1n, payinMax: 10n ** 1_000n };

function expectV1(request: SeenRequest, known: KnownMerchant | null): Expectation {
  const endpoint = endpointIn(v1Routes, request.path);
  const nothing: Expectation = { ...unread, endpoint };
  if (endpoint === null)
    return {
      ...nothing,
      refusal: { code: 'not_found', step: 0, message: 'The API has no endpoint at this URL.' },
    };
  let params: FlatParams | null = null;
  try {
    params = readV1(endpoint, request);
    return { ...nothing, ...signedV1(endpoint, request, { params, known }) };
  } catch (error) {
    return { ...nothing, params, refusal: refusalOf(error) };
  }
}

function readV1(endpoint: V1Endpoint, request: SeenRequest): FlatParams {
  if (request.method !== v1Routes[endpoint].method)
    throw new V1Refusal('method_not_allowed', { status: 405 });
  if (endpoint === 'link-status') return readV1Query(request.query);
  if (request.length > bodyLimit) throw new V1Refusal('invalid_request');
  return readV1Json(request.body, headers(request));
}

const headers = (request: SeenRequest) => ({ header: (name: string) => headerOf(request, name) });

/** Checks the key, the signature if the API Secret is known, and each parameter. */
function signedV1(
  endpoint: V1Endpoint,
  request: SeenRequest,
  { params, known }: { readonly params: FlatParams; readonly known: KnownMerchant | null },
) {
  const apiKey = readApiKey({ endpoint, request: headers(request) }, params);
  if (apiKey === null) throw new V1Refusal('missing_api_key');
  const sign = params.get('sign')?.text ?? '';
  const isOurs = known?.mchKey !== undefined && apiKey === known.mchKey;
  const secret = isOurs ? (known.mchSecret ?? '') : '';
  const judged = secret !== '';
  const right = judged && verifySignature(textParams(params), secret, sign, { upperCaseOnly: true });
  if (judged ? !right : !/^[0-9A-F]{32}$/.test(sign)) throw new V1Refusal('invalid_signature');
  checkV1Parameters({ endpoint, params, merchant: { limits: anyAmount } });
  return {
    params,
    // Store a hash, because it identifies the merchant without the key.
    mchId: hash('sha256', apiKey),
    signedWith: new Set<KeyName>(right ? ['mchSecret'] : []),
    judged,
    unjudged: judged ? null : unjudged.strangers,
  };
}
