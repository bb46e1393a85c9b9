import { type Destination, destinations, formatIst } from '@inrgate/sdk/internal';
import { formatAmount, formatUsdt } from '@inrgate/sdk/protocol';
import { type Deposit, depositStateAt, legalDepositMoves } from '../domain/deposit.ts';
import { type MoveName, movesOf, type OrderKind } from '../domain/moves.ts';
import type { Payout } from '../domain/payout.ts';
import type { ControlGateway } from './control-gateway.ts';
import type { FoundOrder } from './named-order.ts';
import type { DestinationView } from './responses/orders.ts';
import type { ControlResponse } from './responses/responses.ts';
import { simulatedDeposit, simulatedPayout } from './simulated.ts';
import { timelineOf } from './timeline.ts';

interface Orders {
  readonly payin: ControlResponse<'Payin'>;
  readonly link: ControlResponse<'Link'>;
  readonly payout: ControlResponse<'Payout'>;
}

/** Response for an order of this kind. */
export type OrderView<Kind extends OrderKind = OrderKind> = Orders[Kind];

/** Converts an order to its wire fields in camelCase, and adds its moves and its URLs. */
export function orderView(gateway: ControlGateway, { kind, order }: FoundOrder): OrderView {
  return kind === 'payout' ? payoutView(order) : { ...naming(order), ...depositView(gateway, order) };
}

/** An order with its timeline. */
export function orderInFull(
  gateway: ControlGateway,
  found: FoundOrder,
): ControlResponse<'OrderWithTimeline'> {
  const { settings } = gateway.store;
  const simulated =
    found.kind === 'payout'
      ? simulatedPayout(found.order, settings)
      : simulatedDeposit(found.order, settings, gateway.clock.now());
  return { ...orderView(gateway, found), simulated, timeline: timelineOf(gateway, found.order) };
}

/** The moves that the state of the order allows. */
export function legalMoves(gateway: ControlGateway, { kind, order }: FoundOrder): readonly MoveName[] {
  return kind === 'payout' ? movesOf('payout', order.state.status) : depositMoves(gateway, order);
}

function depositMoves({ store, clock }: ControlGateway, deposit: Deposit) {
  return legalDepositMoves(deposit, { now: clock.now(), latePayments: store.settings.latePayments });
}

type Named = 'orderNo' | 'mchOrderNo' | 'extra';

function depositView(gateway: ControlGateway, deposit: Deposit): Omit<OrderView<'payin'>, Named> {
  const state = depositStateAt(deposit, gateway.clock.now());
  const paid = state.status === 'success' ? state : null;
  return {
    mchId: deposit.mchId,
    amount: formatAmount(deposit.amount),
    fee: formatAmount(deposit.fee),
    netAmount: formatAmount(deposit.netAmount),
    paidAmount: paid === null ? null : formatAmount(paid.paidAmount),
    tradeType: deposit.tradeType,
    usdtAmount: deposit.usdt === null ? null : formatUsdt(deposit.usdt.amount),
    address: deposit.usdt?.address ?? null,
    status: state.status,
    moves: depositMoves(gateway, deposit),
    utr: paid?.utr ?? null,
    payUrl: gateway.payUrl(deposit.payToken),
    notifyUrl: deposit.notifyUrl,
    returnUrl: deposit.returnUrl,
    createdAt: formatIst(deposit.createdAt),
    expiresAt: formatIst(deposit.expiresAt),
    paidAt: paid === null ? null : formatIst(paid.paidAt),
  };
}

/** Fields whose names differ between pay-ins and links. */
function naming(
  deposit: Deposit,
): Pick<OrderView<'payin'>, Named> | Pick<OrderView<'link'>, 'linkCode' | 'clientRef' | 'note'> {
  return deposit.kind === 'payin'
    ? { orderNo: deposit.orderNo, mchOrderNo: deposit.mchOrderNo, extra: deposit.extra }
    : { linkCode: deposit.orderNo, clientRef: deposit.clientRef, note: deposit.note };
}

/** Converts a payout. The beneficiary's numbers show only their last four characters. */
function payoutView(payout: Payout): OrderView<'payout'> {
  const { state } = payout;
  return {
    orderNo: payout.orderNo,
    mchOrderNo: payout.mchOrderNo,
    mchId: payout.mchId,
    amount: formatAmount(payout.amount),
    fee: formatAmount(payout.fee),
    totalDebit: formatAmount(payout.totalDebit),
    status: state.status,
    moves: movesOf('payout', state.status),
    payType: payout.destination.payType,
    destination: destinationView(payout.destination),
    txid: state.status === 'success' ? state.txid : null,
    message: state.status === 'failed' ? state.message : null,
    createdAt: formatIst(payout.createdAt),
    paidAt: state.status === 'success' ? formatIst(state.paidAt) : null,
  };
}

/** The visible fields of a destination. Masks the first characters of some fields. */
function destinationView(destination: Destination): DestinationView {
  const values: Readonly<Record<string, string>> = destination;
  const visible = destinations[destination.payType].flatMap(({ name, personal }) => {
    const value = values[name] ?? '';
    return personal === 'all' ? [] : [[name, personal === 'none' ? value : masked(value)]];
  });
  return Object.fromEntries(visible) as DestinationView;
}

function masked(text: string): string {
  return `••••${text.slice(-4)}`;
}
