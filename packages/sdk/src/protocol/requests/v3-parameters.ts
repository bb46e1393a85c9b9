import type { FlatParams } from '../flat-parser.ts';
import type { V3Endpoint } from '../routes.ts';
import { v3Requests } from '../schemas/v3-requests.ts';
import { malformedMessage } from './malformed.ts';
import { V3Refusal } from './v3-refusal.ts';

/** A parameter's value by its main name or alias, or null if the value is missing, null or empty. */
export function readParameter(params: FlatParams, name: string, alias?: string): string | null {
  const text = params.get(name)?.text || (alias === undefined ? '' : params.get(alias)?.text);
  return text === undefined || text === '' ? null : text;
}

/** Rejects a main name and an alias that have different values (reading: Parameters). */
function refuseContradictions(endpoint: V3Endpoint, params: FlatParams): void {
  for (const { name, alias } of v3Requests[endpoint].fields) {
    if (alias === undefined) continue;
    const main = readParameter(params, name);
    const other = readParameter(params, alias);
    if (main !== null && other !== null && main !== other) {
      throw new V3Refusal('invalid_request', {
        message: `${name} and its alias ${alias} have different values.`,
      });
    }
  }
}

/** Merchant ID and signature of a request before the gateway verifies the signature. */
export interface CredentialClaim {
  readonly mchId: string;
  readonly sign: string;
}

/**
 * Reads the Merchant ID and the signature (reading: order of checks 6).
 *
 * @throws {V3Refusal}
 */
export function readCredentials(endpoint: V3Endpoint, params: FlatParams): CredentialClaim {
  refuseContradictions(endpoint, params);
  const mchId = readParameter(params, 'mchId', 'merchant_id');
  const sign = readParameter(params, 'sign');
  if (mchId === null) throw new V3Refusal('invalid_request', { message: 'mchId is missing.' });
  if (sign === null) throw new V3Refusal('invalid_request', { message: 'sign is missing.' });
  return { mchId, sign };
}

/** Values of an endpoint's parameters by main name. The value is null for a missing parameter. */
export type ParameterValues = Readonly<Record<string, string | null>>;

/** Checks each parameter of a request (reading: order of checks 10). */
export function checkV3Parameters(endpoint: V3Endpoint, params: FlatParams): ParameterValues {
  const values = readParameters(endpoint, params);
  refuseMalformed(endpoint, params, values);
  return values;
}

/** First part of check 10: rejects missing parameters, in the specification's order. */
export function readParameters(endpoint: V3Endpoint, params: FlatParams): ParameterValues {
  const { fields } = v3Requests[endpoint];
  const values = Object.fromEntries(
    fields.map(({ name, alias }) => [name, readParameter(params, name, alias)]),
  );
  const missing = fields.find(({ name, required }) => required && values[name] === null);
  if (missing !== undefined) throw missingParameter(missing.name);
  return values;
}

/** Creates a 422 `missing_param` with the parameter's main name. */
export function missingParameter(name: string): V3Refusal {
  return new V3Refusal('missing_param', { message: `${name} is missing.` });
}

/** Second part of check 10: rejects each malformed parameter with its own code, in the specification's order. */
export function refuseMalformed(endpoint: V3Endpoint, params: FlatParams, values: ParameterValues): void {
  for (const field of v3Requests[endpoint].fields) {
    const { name, alias, schema, code, destination } = field;
    const value = values[name] ?? null;
    // The gateway checks the values of a destination later, with the business rules after idempotency (reading: order
    // of checks 12).
    if (value === null || destination !== undefined) continue;
    if (schema.safeParse(value).success && !isNumberForAmount(params, name)) continue;
    const sent = params.has(name) || alias === undefined ? name : alias;
    const message = malformedMessage(field, { name: sent, value, kind: params.get(sent)?.kind });
    throw new V3Refusal(code, { message });
  }
}

/** Returns whether `amount` is a JSON number. The gateway rejects a number of any format (reading: Parameters). */
function isNumberForAmount(params: FlatParams, name: string): boolean {
  return name === 'amount' && params.get(name)?.kind !== 'string';
}
