import { type FlatParams, FlatParseError, parseFlat } from '../flat-parser.ts';
import type { V1ErrorCode } from '../known-codes.ts';
import type { Limits } from '../limits.ts';
import { parseLinkAmount } from '../money.ts';
import type { V1Endpoint } from '../routes.ts';
import type { Currency } from '../schemas/fields.ts';
import { v1Requests } from '../schemas/v1-requests.ts';
import { v1Errors } from '../v1-error-codes.ts';
import { outsideLimits, rejection } from './messages.ts';

// What the gateway reads in a v1 request. Every function with parameters throws a V1Refusal.

/** Ends a v1 request with an error of the v1 error table (spec: Legacy v1 errors). */
export class V1Refusal extends Error {
  override readonly name = 'V1Refusal';
  readonly code: V1ErrorCode;
  readonly status: number;

  /**
   * @param options the message replaces the meaning in the error table. The status distinguishes the two errors with the
   * code `method_not_allowed`, 405 and 422
   */
  constructor(
    code: V1ErrorCode,
    options: {
      readonly status?: number;
      readonly message?: string | undefined;
      readonly cause?: unknown;
    } = {},
  ) {
    const info = v1Errors.find(
      (error) => error.code === code && (options.status ?? error.status) === error.status,
    );
    super(options.message ?? info?.meaning ?? code, { cause: options.cause });
    this.code = code;
    this.status = info?.status ?? 500;
  }
}

interface WithHeaders {
  header(name: string): string | null;
}

/** @param query without the question mark */
export function readV1Query(query: string): FlatParams {
  return readable(() => parseFlat(new TextEncoder().encode(query), 'application/x-www-form-urlencoded'));
}

/** reading: States, "create-link.php takes JSON only". */
export function readV1Json(body: Uint8Array, request: WithHeaders): FlatParams {
  const contentType = request.header('content-type');
  if (contentType === null || !/^application\/json\s*(;|$)/i.test(contentType)) {
    throw new V1Refusal('invalid_request', { message: 'The content type is not application/json.' });
  }
  return readable(() => parseFlat(body, contentType));
}

function readable(parse: () => FlatParams): FlatParams {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof FlatParseError)) throw error;
    const message = `The request cannot be read: ${error.message}.`;
    throw new V1Refusal('invalid_request', { message, cause: error });
  }
}

/** For create-link.php, the key can be in a header, which the signature does not cover (spec: Legacy v1). */
export function readApiKey(
  { endpoint, request }: { readonly endpoint: V1Endpoint; readonly request: WithHeaders },
  params: FlatParams,
): string | null {
  const parameter = params.get('api_key')?.text || null;
  const header = endpoint === 'create-link' ? request.header('x-api-key') || null : null;
  if (parameter !== null && header !== null && parameter !== header) {
    throw new V1Refusal('invalid_request', { message: 'api_key and X-Api-Key have different values.' });
  }
  return parameter ?? header;
}

type Values = Readonly<Record<string, string | null>>;

interface Checked {
  readonly endpoint: V1Endpoint;
  readonly params: FlatParams;
  readonly merchant: { readonly limits: Pick<Limits, 'payinMin' | 'payinMax'> };
}

/**
 * Checks each parameter in the specification's order. Each malformed parameter causes its own 422 code. A missing
 * parameter becomes null.
 */
export function checkV1Parameters({ endpoint, params, merchant: { limits } }: Checked): Values {
  const { fields } = v1Requests[endpoint];
  const values = Object.fromEntries(fields.map(({ name }) => [name, params.get(name)?.text || null]));
  for (const field of fields) {
    const { name, required, code, description } = field;
    const value = values[name] ?? null;
    const isMissing = required && value === null;
    const message = isMissing ? `${name} is missing. ${description}` : rejection(field, params);
    if (message !== undefined) throw new V1Refusal(code, { message });
    if (name === 'amount' && value !== null) refuseOutside(value, limits);
  }
  return endpoint === 'create-link' ? { ...values, currency: currencyOf(values, params) } : values;
}

/** Currencies by their other spelling (spec: Versioning, "optional `currency` / `trade_type`"). */
export const currencyByTradeType: ReadonlyMap<string, Currency> = new Map([
  ['INRUPI', 'INR'],
  ['usdt', 'USDT'],
]);

/** The currency by either name (reading: States, "`trade_type` is another spelling of `currency`"). */
function currencyOf({ currency = null }: Values, params: FlatParams): string | null {
  const tradeType = params.get('trade_type')?.text || null;
  if (tradeType === null) return currency;
  const meant = currencyByTradeType.get(tradeType);
  if (meant !== undefined && (currency === null || currency === meant)) return meant;
  const message =
    meant === undefined
      ? 'trade_type is malformed. It is another spelling of currency: INRUPI is INR, and usdt is USDT.'
      : `trade_type ${tradeType} contradicts currency ${currency}.`;
  throw new V1Refusal('invalid_currency', { message });
}

/** reading: States, the v1 `amount`: "as a string, within the pay-in limits (else 422 invalid_amount)". */
function refuseOutside(text: string, { payinMin: min, payinMax: max }: Checked['merchant']['limits']): void {
  const amount = parseLinkAmount(text);
  if (amount >= min && amount <= max) return;
  throw new V1Refusal('invalid_amount', { message: outsideLimits('pay-in', amount, { min, max }) });
}
