import { matchBank } from '../banks.ts';
import type { FlatParams } from '../flat-parser.ts';
import { type Paise, parseAmount } from '../money.ts';
import { type PayType, payTypes } from '../schemas/fields.ts';
import { destinations, v3Requests } from '../schemas/v3-requests.ts';
import type { Destination } from './destination.ts';
import { missingParameter, type ParameterValues, readParameters, refuseMalformed } from './v3-parameters.ts';
import { V3Refusal } from './v3-refusal.ts';

export interface WantedPayout {
  readonly mchOrderNo: string;
  /** Amount in paise that the beneficiary receives. */
  readonly amount: Paise;
  /** The destination. `refuseDestination` checks its values. */
  readonly destination: Destination;
}

/**
 * Reads the parameters of a payout and checks them (reading: order of checks 10).
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

/** The unchecked `payType`, or the kinds of destination that the fields imply. */
function namedPayTypes(values: ParameterValues): readonly string[] {
  const said = values['payType'] ?? null;
  if (said !== null) return [said];
  return payTypes.filter((kind) =>
    destinations[kind].some(({ name, tells }) => tells && (values[name] ?? null) !== null),
  );
}

/** Reports missing parameters before malformed ones (reading: order of checks 10). */
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
