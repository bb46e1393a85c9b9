import { matchBank, type PayType, parseAmount } from '@inrgate/sdk/protocol';
import type { Destination } from '../../../domain/payout.ts';
import { createPayout } from '../../../operations/create-payout.ts';
import type { Admitted } from '../admission.ts';
import { checkParameters, type ParameterValues } from '../parameters.ts';
import { V3Refusal } from '../refusal.ts';
import { payoutView } from '../views.ts';

/** spec: POST payout. */
export async function payout({ services, merchant, params }: Admitted): Promise<object> {
  const values = checkParameters('payout', params);
  const result = await createPayout(services.ports, merchant, {
    mchOrderNo: values['mchOrderNo'] ?? '',
    amount: parseAmount(values['amount'] ?? ''),
    destination: readDestination(values),
  });
  if (!result.ok) throw new V3Refusal(result.refusal);
  const view = payoutView(result.value.order);
  return result.value.duplicate ? { ...view, duplicate: true } : view;
}

/** The fields that a kind of destination cannot do without (spec: POST payout, Rules). */
const destinationFields = {
  bank: ['bankCode', 'accountName', 'accountNumber', 'ifsc'],
  upi: ['upiId'],
  usdt: ['usdtAddress'],
} as const satisfies Record<PayType, readonly string[]>;

/** The fields whose presence tells the kind when `payType` is left out (reading: Parameters, `payType` omitted). */
const tellingFields = {
  bank: ['accountNumber', 'ifsc'],
  upi: ['upiId'],
  usdt: ['usdtAddress'],
} as const satisfies Record<PayType, readonly string[]>;

function readDestination(values: ParameterValues): Destination {
  const payType = (values['payType'] as PayType | null | undefined) ?? detectPayType(values);
  const missing = destinationFields[payType].find((name) => (values[name] ?? null) === null);
  if (missing !== undefined) throw new V3Refusal('missing_param', { message: `${missing} is missing.` });
  return destination(payType, (name) => values[name] ?? '');
}

function detectPayType(values: ParameterValues): PayType {
  const present = (['bank', 'upi', 'usdt'] as const).filter((payType) =>
    tellingFields[payType].some((name) => (values[name] ?? null) !== null),
  );
  if (present.length > 1) {
    throw new V3Refusal('invalid_pay_type', {
      message: 'The fields name two kinds of destination: send payType.',
    });
  }
  const [payType] = present;
  if (payType === undefined) throw new V3Refusal('missing_param', { message: 'The destination is missing.' });
  return payType;
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
