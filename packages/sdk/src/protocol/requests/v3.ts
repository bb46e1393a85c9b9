import { matchBank } from '../banks.ts';
import { v3Errors } from '../error-codes.ts';
import { type FlatParams, textParams } from '../flat-parser.ts';
import type { V3ErrorCode } from '../known-codes.ts';
import { type Paise, parseAmount } from '../money.ts';
import type { V3Endpoint } from '../routes.ts';
import { type PayType, payTypes } from '../schemas/fields.ts';
import { destinations, v3Requests } from '../schemas/v3-requests.ts';
import { type AlternativeFields, verifyAlternative, verifySignature } from '../signature.ts';
import { isTrc20Address } from '../trc20.ts';
import { rejection } from './messages.ts';

// What the gateway reads in a v3 request. Every function with parameters throws a V3Refusal.

/** Ends a v3 request with an error of the table (spec: Errors). The message contains no value of the request. */
export class V3Refusal extends Error {
  override readonly name = 'V3Refusal';
  readonly code: V3ErrorCode;
  /** `Retry-After` in whole seconds, or null except for 429. */
  readonly retryAfter: number | null;

  /** @param options the message replaces the meaning in the error table */
  constructor(
    code: V3ErrorCode,
    options: {
      readonly message?: string | undefined;
      readonly retryAfter?: number;
      readonly cause?: unknown;
    } = {},
  ) {
    super(options.message ?? v3Errors[code].meaning, { cause: options.cause });
    this.code = code;
    this.retryAfter = options.retryAfter ?? null;
  }
}

/** A parameter's value by its main name or alias, or null if the value is missing, null or empty. */
export function readParameter(params: FlatParams, name: string, alias = name): string | null {
  return params.get(name)?.text || params.get(alias)?.text || null;
}

/** Rejects a main name and an alias that have different values (reading: Parameters). */
function refuseContradictions(endpoint: V3Endpoint, params: FlatParams): void {
  for (const { name, alias = name } of v3Requests[endpoint].fields) {
    const main = readParameter(params, name);
    const other = readParameter(params, alias);
    if (main !== null && other !== null && main !== other) {
      throw new V3Refusal('invalid_request', {
        message: `${name} and its alias ${alias} have different values.`,
      });
    }
  }
}

/** Reads the Merchant ID and the signature, before the gateway verifies it (reading: order of checks 6). */
export function readCredentials(
  endpoint: V3Endpoint,
  params: FlatParams,
): { readonly mchId: string; readonly sign: string } {
  refuseContradictions(endpoint, params);
  const mchId = readParameter(params, 'mchId', 'merchant_id');
  const sign = readParameter(params, 'sign');
  if (mchId === null) throw new V3Refusal('invalid_request', { message: 'mchId is missing.' });
  if (sign === null) throw new V3Refusal('invalid_request', { message: 'sign is missing.' });
  return { mchId, sign };
}

interface Signed {
  readonly endpoint: V3Endpoint;
  readonly params: FlatParams;
  readonly sign: string;
}

/** Returns whether `sign` is the signature with this key, or the alternative signature if the request allows it. */
export function isSignedWith({ endpoint, params, sign }: Signed, key: string): boolean {
  const texts = textParams(params);
  if (verifySignature(texts, key, sign, { upperCaseOnly: true })) return true;
  const alternative = alternativeOf(endpoint, texts);
  return alternative !== null && verifyAlternative(alternative, key, sign);
}

/**
 * Returns the fields of the alternative signature, or null unless the request is a pay-in that uses the snake_case names
 * (spec: POST payin, rule 3).
 */
export function alternativeOf(
  endpoint: string,
  texts: ReadonlyMap<string, string>,
): AlternativeFields | null {
  const text = (name: string) => texts.get(name) ?? '';
  const has = (name: string) => text(name) !== '';
  const usesSnakeCase = has('merchant_id') && has('merchant_order_no');
  const usesCamelCase = has('mchId') || has('mchOrderNo') || has('notifyUrl');
  if (endpoint !== 'payin' || !usesSnakeCase || usesCamelCase) return null;
  return {
    merchant_id: text('merchant_id'),
    amount: text('amount'),
    merchant_order_no: text('merchant_order_no'),
    callback_url: text('callback_url'),
  };
}

/** Values of an endpoint's parameters by main name. The value is null for a missing parameter. */
type ParameterValues = Readonly<Record<string, string | null>>;

/** Checks each parameter of a request (reading: order of checks 10). */
export function checkV3Parameters(endpoint: V3Endpoint, params: FlatParams): ParameterValues {
  const values = readParameters(endpoint, params);
  refuseMalformed(endpoint, params);
  return values;
}

/** First part of check 10: rejects missing parameters, in the specification's order. */
function readParameters(endpoint: V3Endpoint, params: FlatParams): ParameterValues {
  const { fields } = v3Requests[endpoint];
  const values = Object.fromEntries(
    fields.map(({ name, alias }) => [name, readParameter(params, name, alias)]),
  );
  const missing = fields.find(({ name, required }) => required && values[name] === null);
  if (missing !== undefined) throw missingParameter(missing.name);
  return values;
}

function missingParameter(name: string): V3Refusal {
  return new V3Refusal('missing_param', { message: `${name} is missing.` });
}

/** Second part of check 10: rejects each malformed parameter with its own code, in the specification's order. */
function refuseMalformed(endpoint: V3Endpoint, params: FlatParams): void {
  for (const field of v3Requests[endpoint].fields) {
    // The gateway checks the values of a destination later, with the business rules after idempotency (reading: order
    // of checks 12).
    const message = field.destination === undefined ? rejection(field, params) : undefined;
    if (message !== undefined) throw new V3Refusal(field.code, { message });
  }
}

/** The order numbers of a query, or null for an order number that the client did not send. */
export type OrderQuery = Readonly<Record<'mchOrderNo' | 'orderNo', string | null>>;

/** Reads the order numbers of a query. Requires at least one order number (reading: order of checks 10). */
export function readOrderQuery(params: FlatParams): OrderQuery {
  const { mchOrderNo = null, orderNo = null } = checkV3Parameters('check-order-status', params);
  if (mchOrderNo !== null || orderNo !== null) return { mchOrderNo, orderNo };
  // The other calls and the callbacks have aliases, but a query does not (spec: check-order-status).
  const aliases = ['merchant_order_no', 'gateway_order_no', 'order_no'].filter((name) => params.has(name));
  const noAlias = aliases.length === 0 ? '' : ` A query has no alias ${aliases.join(' or ')}.`;
  throw new V3Refusal('missing_param', {
    message: `mchOrderNo and orderNo are missing. Send one of the two parameters.${noAlias}`,
  });
}

/** The destination of a payout (spec: POST payout). */
export type Destination = {
  [Kind in PayType]: {
    readonly payType: Kind;
  } & {
    readonly [Field in (typeof destinations)[Kind][number]['name']]: string;
  };
}[PayType];

export interface WantedPayout {
  readonly mchOrderNo: string;
  /** Amount in paise that the beneficiary receives. */
  readonly amount: Paise;
  /** `refuseDestination` checks its values. */
  readonly destination: Destination;
}

/** Reads the parameters of a payout (reading: order of checks 10). Reports missing parameters before malformed ones. */
export function readPayout(params: FlatParams): WantedPayout {
  const values = readParameters('payout', params);
  const named = namedPayTypes(values);
  refuseIncomplete(named, values);
  refuseMalformed('payout', params);
  return {
    mchOrderNo: values['mchOrderNo'] ?? '',
    amount: parseAmount(values['amount'] ?? ''),
    destination: destinationIn(onlyPayType(named), values),
  };
}

/** The unchecked `payType`, or the kinds of destination that the fields imply. */
function namedPayTypes(values: ParameterValues): readonly string[] {
  const { payType = null } = values;
  if (payType !== null) return [payType];
  return payTypes.filter((kind) =>
    destinations[kind].some(({ name, tells }) => tells && (values[name] ?? null) !== null),
  );
}

function refuseIncomplete(named: readonly string[], values: ParameterValues): void {
  const [payType, ...others] = named;
  if (payType === undefined) throw new V3Refusal('missing_param', { message: 'The destination is missing.' });
  // If the request contains two kinds of destination, no field counts as missing.
  if (others.length > 0) return;
  const needed = v3Requests.payout.fields.filter((field) => field.destination === payType);
  const missing = needed.find(({ name }) => (values[name] ?? null) === null);
  if (missing !== undefined) throw missingParameter(missing.name);
}

function onlyPayType(named: readonly string[]): PayType {
  const [only, ...others] = named;
  if (others.length === 0) return only as PayType;
  throw new V3Refusal('invalid_pay_type', {
    message: 'The fields describe two kinds of destination. Set payType to the kind that you want.',
  });
}

function destinationIn(payType: PayType, values: ParameterValues): Destination {
  const fields = destinations[payType].map(({ name }) => [name, values[name] ?? '']);
  const written = { payType, ...Object.fromEntries(fields) } as Destination;
  return written.payType === 'bank' ? { ...written, bankCode: matchBank(written.bankCode) } : written;
}

export type DestinationRefusal = (typeof destinations)[PayType][number]['code'];

/** Returns the error code of a malformed destination, or null (reading: Parameters, Bank, upiId, usdtAddress). */
export function refuseDestination(destination: Destination): DestinationRefusal | null {
  const values: Readonly<Record<string, string>> = destination;
  const fields: readonly (typeof destinations)[PayType][number][] = destinations[destination.payType];
  const malformed = fields.find(({ name, schema }) => !schema.safeParse(values[name]).success);
  if (malformed !== undefined) return malformed.code;
  const isReachable = destination.payType !== 'usdt' || isTrc20Address(destination.usdtAddress);
  return isReachable ? null : 'address_invalid';
}
