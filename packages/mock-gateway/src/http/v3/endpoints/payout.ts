import {
  destinations,
  type FlatParams,
  matchBank,
  type PayType,
  parseAmount,
  payType as payTypes,
  v3Requests,
} from '@inrgate/sdk/protocol';
import type { Destination } from '../../../domain/payout.ts';
import { type CreatePayout, createPayout } from '../../../operations/create-payout.ts';
import type { Admitted } from '../admission.ts';
import { missingParameter, type ParameterValues, readParameters, refuseMalformed } from '../parameters.ts';
import { V3Refusal } from '../refusal.ts';
import { payoutView } from '../views.ts';

/** spec: POST payout. */
export async function payout({ services, merchant, params, trace }: Admitted): Promise<object> {
  const result = await createPayout(services.ports, merchant, readPayout(params));
  if (!result.ok) throw new V3Refusal(result.refusal, { message: result.message });
  const { order, duplicate } = result.value;
  trace.orderNo = order.orderNo;
  const view = payoutView(order);
  return duplicate ? { ...view, duplicate: true } : view;
}

/** Each parameter by itself (reading: order of checks 10). */
export function readPayout(params: FlatParams): CreatePayout {
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
  return payTypes.options.filter((kind) =>
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
