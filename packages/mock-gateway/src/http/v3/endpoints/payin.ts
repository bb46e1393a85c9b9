import { parseAmount, type TradeType } from '@inrgate/sdk/protocol';
import { createPayin } from '../../../operations/create-deposit.ts';
import type { Admitted } from '../admission.ts';
import { checkParameters } from '../parameters.ts';
import { V3Refusal } from '../refusal.ts';
import { payinView } from '../views.ts';

/** spec: POST payin. */
export async function payin({ services, merchant, params, trace }: Admitted): Promise<object> {
  const values = checkParameters('payin', params);
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
