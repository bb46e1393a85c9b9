import { matchBank } from '../banks.ts';
import type { FlatParams } from '../flat-parser.ts';
import { type Paise, parseAmount } from '../money.ts';
import { destinations, v3Requests } from '../schemas/v3-requests.ts';
import { type PayType, payTypes } from '../schemas/words.ts';
import type { Destination } from './destination.ts';
import { missingParameter, type ParameterValues, readParameters, refuseMalformed } from './v3-parameters.ts';
import { V3Refusal } from './v3-refusal.ts';

/** A withdrawal as it is asked for. */
export interface WantedPayout {
  /** The merchant's own number. */
  readonly mchOrderNo: string;
  /** What the beneficiary receives. */
  readonly amount: Paise;
  /** Its values are checked by `refuseDestination`. */
  readonly destination: Destination;
}

/**
 * Each parameter by itself (reading: order of checks 10).
 *
 * @throws {V3Refusal}
 */
export function readPayout(params: FlatParams): WantedPayout {
  const values = readParameters('payout', params);
  const named = namedPayTypes(values);
  refuseIncomplete(named, values);
  refuseMalformed('payout', params, values);
  return {
    mchOrderNo: values['mchOrderNo'] ?? '',
    amount: parseAmount(values['amount'] ?? ''),
    destination: destinationIn(onlyPayType(named), values),
  };
}

/** The kind as it was said, which is checked later, or the kinds that the fields tell. */
function namedPayTypes(values: ParameterValues): readonly string[] {
  const said = values['payType'] ?? null;
  if (said !== null) return [said];
  return payTypes.filter((kind) =>
    destinations[kind].some(({ name, tells }) => tells && (values[name] ?? null) !== null),
  );
}

/** What is missing is said before what is malformed (reading: order of checks 10). */
function refuseIncomplete(named: readonly string[], values: ParameterValues): void {
  const [payType, ...others] = named;
  if (payType === undefined) throw new V3Refusal('missing_param', { message: 'The destination is missing.' });
  // Of two kinds at once nobody can say what is missing.
  if (others.length > 0) return;
  const needed = v3Requests.payout.fields.filter((field) => field.destination === payType);
  const missing = needed.find(({ name }) => (values[name] ?? null) === null);
  if (missing !== undefined) throw missingParameter(missing.name);
}

function onlyPayType(named: readonly string[]): PayType {
  const [only, ...others] = named;
  if (others.length === 0) return only as PayType;
  throw new V3Refusal('invalid_pay_type', {
    message: 'The fields name two kinds of destination: send payType.',
  });
}

function destinationIn(payType: PayType, values: ParameterValues): Destination {
  const fields = destinations[payType].map(({ name }) => [name, values[name] ?? '']);
  const written = { payType, ...Object.fromEntries(fields) } as Destination;
  return written.payType === 'bank' ? { ...written, bankCode: matchBank(written.bankCode) } : written;
}
