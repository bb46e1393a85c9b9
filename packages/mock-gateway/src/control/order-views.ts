import { type Destination, destinations } from '@inrgate/sdk/internal';
import { formatUsdt } from '@inrgate/sdk/protocol';
import { type Deposit, legalDepositMoves } from '../domain/deposit.ts';
import { type MoveName, movesOf, type OrderKind } from '../domain/moves.ts';
import { depositView, payoutView } from '../domain/order-view.ts';
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
  return kind === 'payout' ? payoutFields(order) : { ...naming(order), ...depositFields(gateway, order) };
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

function depositFields(gateway: ControlGateway, deposit: Deposit): Omit<OrderView<'payin'>, Named> {
  const view = depositView(deposit, gateway.clock.now(), gateway.payUrl(deposit.payToken));
  const { status, utr, payUrl, createdAt, expiresAt, paidAt, ...payment } = view;
  return {
    mchId: deposit.mchId,
    ...payment,
    usdtAmount: deposit.usdt === null ? null : formatUsdt(deposit.usdt.amount),
    address: deposit.usdt?.address ?? null,
    status,
    moves: depositMoves(gateway, deposit),
    utr,
    payUrl,
    notifyUrl: deposit.notifyUrl,
    returnUrl: deposit.returnUrl,
    createdAt,
    expiresAt,
    paidAt,
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

/** Adds the destination of a payout. The beneficiary's numbers show only their last four characters. */
function payoutFields(payout: Payout): OrderView<'payout'> {
  const { state } = payout;
  const { orderNo, mchOrderNo, payType, txid, createdAt, paidAt, ...amounts } = payoutView(payout);
  return {
    orderNo,
    mchOrderNo,
    mchId: payout.mchId,
    ...amounts,
    moves: movesOf('payout', state.status),
    payType,
    destination: destinationView(payout.destination),
    txid,
    message: state.status === 'failed' ? state.message : null,
    createdAt,
    paidAt,
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
