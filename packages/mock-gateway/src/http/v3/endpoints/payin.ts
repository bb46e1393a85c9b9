import { checkV3Parameters, type PayinCreatedData, type TradeType, V3Refusal } from '@inrgate/sdk/internal';
import { parseAmount } from '@inrgate/sdk/protocol';
import { createPayin } from '../../../operations/create-deposit.ts';
import type { Admitted } from '../admission.ts';
import { payinView } from '../views.ts';

/** spec: POST payin. */
export async function payin({ services, merchant, params, trace }: Admitted): Promise<PayinCreatedData> {
  const values = checkV3Parameters('payin', params);
  const result = await createPayin(services.ports, merchant, {
    mchOrderNo: values['mchOrderNo'] ?? '',
    amount: parseAmount(values['amount'] ?? ''),
    tradeType: (values['tradeType'] ?? 'INRUPI') as TradeType,
    notifyUrl: values['notifyUrl'] ?? null,
    returnUrl: values['returnUrl'] ?? null,
    extra: values['extra'] ?? '',
  });
  if (!result.ok) throw new V3Refusal(result.refusal, { message: result.message });
  const { order, duplicate } = result.value;
  trace.orderNo = order.orderNo;
  const view = payinView(order, services.ports.clock.now(), services.payUrl(order.payToken));
  return duplicate ? { ...view, duplicate } : view;
}
