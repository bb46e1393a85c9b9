import { checkV3Parameters, type PayinCreatedData, type TradeType, V3Refusal } from '@inrgate/sdk/internal';
import { parseAmount } from '@inrgate/sdk/protocol';
import { createPayin } from '../../../operations/create-deposit.ts';
import type { WireGateway } from '../../pipeline/wire-gateway.ts';
import type { Admitted } from '../admission.ts';
import { payinView } from '../views.ts';

/** spec: POST payin. */
export function payin(gateway: WireGateway, { merchant, params, record }: Admitted): PayinCreatedData {
  const values = checkV3Parameters('payin', params);
  const result = createPayin(gateway, merchant, {
    mchOrderNo: values['mchOrderNo'] ?? '',
    amount: parseAmount(values['amount'] ?? ''),
    tradeType: (values['tradeType'] ?? 'INRUPI') as TradeType,
    notifyUrl: values['notifyUrl'] ?? null,
    returnUrl: values['returnUrl'] ?? null,
    extra: values['extra'] ?? '',
  });
  if (!result.ok) throw new V3Refusal(result.refusal, { message: result.message });
  const { order, duplicate } = result.value;
  record.orderNo = order.orderNo;
  const view = payinView(order, gateway.clock.now(), gateway.payUrl(order.payToken));
  return duplicate ? { ...view, duplicate } : view;
}
