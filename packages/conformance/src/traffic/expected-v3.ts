import {
  checkV3Parameters,
  isSignedWith,
  type KeyName,
  phpSuffix,
  readCredentials,
  readOrderQuery,
  readParameter,
  readPayout,
  refuseDestination,
  type V3Endpoint,
  V3Refusal,
  v3Routes,
} from '@inrgate/sdk/internal';
import {
  bodyLimit,
  type FlatParams,
  FlatParseError,
  parseFlat,
  type V3ErrorCode,
  v3Requests,
} from '@inrgate/sdk/protocol';
import { headerOf, type KnownMerchant, type SeenRequest } from './exchange.ts';
import { type Expectation, unjudged, unread } from './expectation.ts';

const endpoints: ReadonlyMap<string, V3Endpoint> = new Map(
  (Object.keys(v3Routes) as V3Endpoint[]).flatMap((endpoint) => [
    [v3Routes[endpoint].path, endpoint],
    [`${v3Routes[endpoint].path}${phpSuffix}`, endpoint],
  ]),
);

/** reading: order of checks. */
export const v3Steps: Readonly<Record<V3ErrorCode, number>> = {
  not_found: 1,
  use_post: 1,
  maintenance: 2,
  payload_too_large: 3,
  too_many_failures: 4,
  invalid_request: 5,
  rate_limited: 7,
  invalid_signature: 8,
  wrong_key_type: 8,
  account_suspended: 9,
  ip_not_allowed: 9,
  ip_whitelist_required: 9,
  missing_param: 10,
  invalid_amount: 10,
  invalid_mch_order_no: 10,
  invalid_trade_type: 10,
  invalid_pay_type: 10,
  invalid_url: 10,
  invalid_extra: 10,
  order_not_found: 11,
  duplicate_order: 11,
  method_not_allowed: 12,
  amount_range: 12,
  bank_invalid: 12,
  ifsc_invalid: 12,
  upi_invalid: 12,
  address_invalid: 12,
  daily_limit: 12,
  insufficient_balance: 12,
  provider_unavailable: 12,
  rate_unavailable: 12,
  server_error: 12,
};

/** Derives the expected response from the request only, with the same checks as the gateway. */
export function expectV3(request: SeenRequest, known: KnownMerchant | null): Expectation {
  const endpoint = endpoints.get(request.path) ?? null;
  const nothing: Expectation = { ...unread, endpoint };
  if (endpoint === null) return { ...nothing, refusal: refusalOf(new V3Refusal('not_found')) };
  if (request.method !== 'POST') return { ...nothing, refusal: refusalOf(new V3Refusal('use_post')) };
  if (request.length > bodyLimit)
    return { ...nothing, refusal: refusalOf(new V3Refusal('payload_too_large')) };
  const read = readBody(request);
  if (read instanceof FlatParseError) {
    return { ...nothing, refusal: refusalOf(new V3Refusal('invalid_request', { message: read.message })) };
  }
  return expectRead({ endpoint, params: read, known });
}

interface Read {
  readonly endpoint: V3Endpoint;
  readonly params: FlatParams;
  readonly known: KnownMerchant | null;
}

function expectRead({ endpoint, params, known }: Read): Expectation {
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
  const refusal = caught(() => {
    refuseSign(signed, readCredentials(endpoint, params).sign);
    refuseParameters(endpoint, params);
  });
  return { ...signed, mchId, refusal };
}

type Signed = Pick<Expectation, 'signedWith' | 'judged'> & {
  readonly endpoint: V3Endpoint;
  readonly params: FlatParams;
};

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

function caught(check: () => void): Expectation['refusal'] {
  try {
    check();
    return null;
  } catch (error) {
    if (error instanceof V3Refusal) return refusalOf(error);
    throw error;
  }
}

function refusalOf({ code, message }: V3Refusal): Expectation['refusal'] {
  return { code, step: v3Steps[code], message };
}

function readBody(request: SeenRequest): FlatParams | FlatParseError {
  try {
    return parseFlat(request.body, headerOf(request, 'content-type'));
  } catch (error) {
    if (error instanceof FlatParseError) return error;
    throw error;
  }
}
