import { isDeepStrictEqual } from 'node:util';
import {
  checkV3Parameters,
  formatRate,
  type OrderQuery,
  type PayinCreatedData,
  type PayinData,
  type PayinFoundData,
  type PayinUsdtData,
  type PayoutCreatedData,
  type PayoutFoundData,
  readOrderQuery,
  readPayout,
  type TradeType,
  type V3Endpoint,
  V3Refusal,
  type WalletData,
} from '@inrgate/sdk/internal';
import { formatUsdt, parseAmount } from '@inrgate/sdk/protocol';
import type { Payin, UsdtQuote } from '../../domain/deposit.ts';
import { depositView, payoutView } from '../../domain/order-view.ts';
import type { Payout } from '../../domain/payout.ts';
import { walletView } from '../../domain/wallet-view.ts';
import { createPayin, createPayout } from '../../operations/create-order.ts';
import type { WireGateway } from '../pipeline/wire-api.ts';
import type { Admitted } from './admission.ts';

/** Steps 10 to 12 of each endpoint: parameters, idempotency and business rules. */
export const handlers: Readonly<Record<V3Endpoint, (gateway: WireGateway, call: Admitted) => object>> = {
  payin,
  payout,
  'check-order-status': checkOrderStatus,
  'check-gateway-balance': checkGatewayBalance,
};

/** spec: POST payin. */
function payin(gateway: WireGateway, { merchant, params, record }: Admitted): PayinCreatedData {
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

/** spec: POST payout. */
function payout(gateway: WireGateway, { merchant, params, record }: Admitted): PayoutCreatedData {
  const wanted = readPayout(params);
  const result = createPayout(gateway, merchant, wanted);
  if (!result.ok) throw new V3Refusal(result.refusal, { message: result.message });
  const { order, duplicate } = result.value;
  record.orderNo = order.orderNo;
  if (!isDeepStrictEqual(order.destination, wanted.destination)) record.warning = otherDestination;
  const view = payoutView(order);
  return duplicate ? { ...view, duplicate: true } : view;
}

/** The specification names only amount and pay type, so a repeat with another destination is no error. */
const otherDestination =
  'The destination of this repeated payout differs from the stored one. The gateway pays the stored destination.';

/** spec: POST check-order-status. The key selects pay-ins or payouts (spec: Authentication 2). */
function checkOrderStatus(gateway: WireGateway, call: Admitted): PayinFoundData | PayoutFoundData {
  const query = readOrderQuery(call.params);
  return call.key === 'mchKey' ? queryPayin(gateway, call, query) : queryPayout(gateway, call, query);
}

function queryPayin(
  { store: { deposits }, clock, payUrl }: WireGateway,
  { merchant, record }: Admitted,
  query: OrderQuery,
): PayinFoundData {
  const found =
    query.orderNo === null
      ? deposits.byReference(merchant.mchId, 'payin', query.mchOrderNo ?? '')
      : deposits.get(query.orderNo);
  if (found?.kind !== 'payin' || !isTheOne(found, query, merchant.mchId))
    throw new V3Refusal('order_not_found');
  record.orderNo = found.orderNo;
  const view = payinView(found, clock.now(), payUrl(found.payToken));
  return { ...view, type: 'payin' };
}

function queryPayout(
  { store: { payouts } }: WireGateway,
  { merchant, record }: Admitted,
  query: OrderQuery,
): PayoutFoundData {
  const found =
    query.orderNo === null
      ? payouts.byReference(merchant.mchId, query.mchOrderNo ?? '')
      : payouts.get(query.orderNo);
  if (found === null || !isTheOne(found, query, merchant.mchId)) throw new V3Refusal('order_not_found');
  record.orderNo = found.orderNo;
  return { ...payoutView(found), type: 'payout' };
}

/** Returns whether the order belongs to the merchant and matches both given order numbers (reading: Parameters). */
function isTheOne(order: Payin | Payout, query: OrderQuery, mchId: string): boolean {
  return order.mchId === mchId && (query.mchOrderNo === null || order.mchOrderNo === query.mchOrderNo);
}

/** spec: POST check-gateway-balance. */
function checkGatewayBalance({ store }: WireGateway, { merchant }: Admitted): WalletData {
  return walletView(store.ledger.wallet(merchant.mchId));
}

/** spec: Pay-in order. */
function payinView(payin: Payin, now: number, url: string): PayinData {
  const { payUrl, createdAt, expiresAt, paidAt, ...view } = depositView(payin, now, url);
  return {
    orderNo: payin.orderNo,
    mchOrderNo: payin.mchOrderNo,
    ...view,
    pay_url: payUrl,
    payUrl,
    extra: payin.extra,
    createdAt,
    expiresAt,
    paidAt,
    ...(payin.usdt === null ? {} : usdtView(payin.usdt)),
  };
}

/** spec: Pay-in order, Additional fields. */
function usdtView(usdt: UsdtQuote): PayinUsdtData {
  return {
    usdtAmount: formatUsdt(usdt.amount),
    rate: formatRate(usdt.rate),
    address: usdt.address,
    network: 'TRC20',
  };
}
