import { matchBank, type PayType, parseAmount } from '@inrgate/sdk/protocol';
import type { Destination } from '../../../domain/payout.ts';
import { createPayout } from '../../../operations/create-payout.ts';
import type { Admitted } from '../admission.ts';
import { missingParameter, type ParameterValues, readParameters, refuseMalformed } from '../parameters.ts';
import { V3Refusal } from '../refusal.ts';
import { payoutView } from '../views.ts';

/** spec: POST payout. */
export async function payout({ services, merchant, params, trace }: Admitted): Promise<object> {
  const values = readParameters('payout', params);
  const named = namedPayTypes(values);
  refuseIncomplete(named, values);
  refuseMalformed('payout', params, values);
  const result = await createPayout(services.ports, merchant, {
    mchOrderNo: values['mchOrderNo'] ?? '',
    amount: parseAmount(values['amount'] ?? ''),
    destination: destination(onlyPayType(named), (name) => values[name] ?? ''),
  });
  if (!result.ok) throw new V3Refusal(result.refusal);
  const { order, duplicate } = result.value;
  trace.orderNo = order.orderNo;
  const view = payoutView(order);
  return duplicate ? { ...view, duplicate: true } : view;
}

/** The fields that a kind of destination cannot do without (spec: POST payout, Rules). */
const destinationFields: ReadonlyMap<string, readonly string[]> = new Map([
  ['bank', ['bankCode', 'accountName', 'accountNumber', 'ifsc']],
  ['upi', ['upiId']],
  ['usdt', ['usdtAddress']],
]);

/** The fields whose presence tells the kind when `payType` is left out (reading: Parameters, `payType` omitted). */
const tellingFields = {
  bank: ['accountNumber', 'ifsc'],
  upi: ['upiId'],
  usdt: ['usdtAddress'],
} as const satisfies Record<PayType, readonly string[]>;

/** The kind as it was said, which is checked later, or the kinds that the fields tell. */
function namedPayTypes(values: ParameterValues): readonly string[] {
  const said = values['payType'] ?? null;
  if (said !== null) return [said];
  return (['bank', 'upi', 'usdt'] as const).filter((payType) =>
    tellingFields[payType].some((name) => (values[name] ?? null) !== null),
  );
}

/** What is missing is said before what is malformed (reading: order of checks 10). */
function refuseIncomplete(named: readonly string[], values: ParameterValues): void {
  const [payType, ...others] = named;
  if (payType === undefined) throw new V3Refusal('missing_param', { message: 'The destination is missing.' });
  // Of two kinds at once nobody can say what is missing.
  if (others.length > 0) return;
  const missing = destinationFields.get(payType)?.find((name) => (values[name] ?? null) === null);
  if (missing !== undefined) throw missingParameter(missing);
}

function onlyPayType(named: readonly string[]): PayType {
  const [only, ...others] = named;
  if (others.length === 0) return only as PayType;
  throw new V3Refusal('invalid_pay_type', {
    message: 'The fields name two kinds of destination: send payType.',
  });
}

function destination(payType: PayType, text: (name: string) => string): Destination {
  switch (payType) {
    case 'bank':
      return {
        payType,
        bankCode: matchBank(text('bankCode')),
        accountName: text('accountName'),
        accountNumber: text('accountNumber'),
        ifsc: text('ifsc'),
      };
    case 'upi':
      return { payType, upiId: text('upiId') };
    case 'usdt':
      return { payType, usdtAddress: text('usdtAddress') };
  }
}
