import { payinStatus, payoutStatus } from '@inrgate/sdk/internal';
import type { z } from 'zod';
import { depositTarget, payoutTarget } from '../domain/callback-target.ts';
import type { OrderKind } from '../domain/moves.ts';
import { ControlError } from '../http/core/control-error.ts';
import { type CallInput, call } from './call.ts';
import { callbackView } from './callbacks.ts';
import type { ControlGateway } from './control-gateway.ts';
import { orderFilter, resendInput } from './input.ts';
import { findOrder, type Owner, orderKinds, ownerInput } from './named-order.ts';
import { moveCall } from './order-moves.ts';
import { type OrderView, orderInFull, orderView } from './order-views.ts';
import { pageOf } from './paging.ts';
import type { ControlResponse } from './responses/responses.ts';

/** Filters and page of a list of pay-ins or links. */
const depositFilter = orderFilter(payinStatus);
/** Filters and page of a list of payouts. */
const payoutFilter = orderFilter(payoutStatus);

/** Query and errors of a call that concerns one order. */
const named = { query: ownerInput, refusals: ['ambiguous'] } as const;

const resend = {
  summary: 'Re-send the latest callback',
  query: ownerInput,
  body: {
    schema: resendInput,
    examples: {
      'Send to the current URL': {},
      'Send to another URL': { to: 'http://127.0.0.1:3001/callbacks' },
    },
  },
  response: 'Callback',
  refusals: ['illegal_transition', 'callback_busy', 'ambiguous'],
} as const;

/** Calls on pay-ins. An order is named by its gateway order number, or by the merchant's if it is unique. */
export const payinCalls = {
  /** Lists pay-ins, newest first. */
  list: call({
    route: 'GET /payins',
    summary: 'List pay-ins, newest first',
    query: depositFilter,
    response: 'PayinList',
    run: (gateway, { query }) => listDeposits(gateway, 'payin', query),
  }),
  /** Returns a pay-in with its timeline. */
  get: call({
    ...named,
    route: 'GET /payins/:id',
    summary: 'Get a pay-in with its timeline',
    response: 'PayinWithTimeline',
    run: (gateway, input) => inFull<'PayinWithTimeline'>(gateway, input, ['payin']),
  }),
  /** Pays the order as the customer. `paidAmount` is a decimal string. Its default is the order's amount. */
  pay: moveCall('payins', 'pay'),
  /** Fails the payment. */
  fail: moveCall('payins', 'fail'),
  /** Re-sends the order's latest callback to the order's current URL, or to `to` (spec: Delivery rules 4). */
  resend: call({
    ...resend,
    route: 'POST /payins/:id/resend',
    run: (gateway, input) => resendLatest(gateway, input, ['payin']),
  }),
};

/** Calls on v1 links, which behave like pay-ins. */
export const linkCalls = {
  /** Lists links, newest first. */
  list: call({
    route: 'GET /links',
    summary: 'List payment links, newest first',
    query: depositFilter,
    response: 'LinkList',
    run: (gateway, { query }) => listDeposits(gateway, 'link', query),
  }),
  /** Returns a link with its timeline. */
  get: call({
    ...named,
    route: 'GET /links/:id',
    summary: 'Get a link with its timeline',
    response: 'LinkWithTimeline',
    run: (gateway, input) => inFull<'LinkWithTimeline'>(gateway, input, ['link']),
  }),
  /** Pays the link as the customer. `paidAmount` is a decimal string. Its default is the link's amount. */
  pay: moveCall('links', 'pay'),
  /** Fails the payment. */
  fail: moveCall('links', 'fail'),
  /** Re-sends the link's latest callback to its current URL, or to `to` (spec: Delivery rules 4). */
  resend: call({
    ...resend,
    route: 'POST /links/:id/resend',
    run: (gateway, input) => resendLatest(gateway, input, ['link']),
  }),
};

/** Calls on payouts (spec: States and transitions, Withdrawal). */
export const payoutCalls = {
  /** Lists payouts, newest first. */
  list: call({
    route: 'GET /payouts',
    summary: 'List payouts, newest first',
    query: payoutFilter,
    response: 'PayoutList',
    run: (gateway, { query: { limit, cursor, mchOrderNo: reference, ...rest } }) =>
      pageOf(
        () => gateway.store.payouts.list({ reference, ...rest }, { limit, cursor }),
        (order) => orderView(gateway, { kind: 'payout', order }) as OrderView<'payout'>,
      ),
  }),
  /** Returns a payout with its timeline. */
  get: call({
    ...named,
    route: 'GET /payouts/:id',
    summary: 'Get a payout with its timeline',
    response: 'PayoutWithTimeline',
    run: (gateway, input) => inFull<'PayoutWithTimeline'>(gateway, input, ['payout']),
  }),
  /** Moves a payout from pending to processing. The amount stays held. */
  approve: moveCall('payouts', 'approve'),
  /**
   * Moves a payout from processing to success and debits the held amount. The gateway generates a missing `txid` for
   * USDT.
   */
  complete: moveCall('payouts', 'complete'),
  /** Fails the payout and returns amount and fee to the wallet. The callback contains `message`. */
  reject: moveCall('payouts', 'reject'),
  /** Fails the payout like `reject`, with another default `message`. */
  cancel: moveCall('payouts', 'cancel'),
  /** Re-sends the payout's latest callback to the saved URL, or to `to` (spec: Delivery rules 4). */
  resend: call({
    ...resend,
    route: 'POST /payouts/:id/resend',
    run: (gateway, input) => resendLatest(gateway, input, ['payout']),
  }),
};

/** Calls on an order of any kind, for a client that does not know the kind. */
export const anyOrderCalls = {
  /** Returns an order with its timeline. */
  get: call({
    ...named,
    route: 'GET /orders/:id',
    summary: 'Get an order of any kind with its timeline',
    response: 'OrderWithTimeline',
    run: (gateway, input) => inFull<'OrderWithTimeline'>(gateway, input, orderKinds),
  }),
  /** Pays a pay-in or a link as the customer. */
  pay: moveCall('orders', 'pay'),
  /** Fails the payment of a pay-in or a link. */
  fail: moveCall('orders', 'fail'),
  /** Approves a payout. */
  approve: moveCall('orders', 'approve'),
  /** Completes the transfer of a payout. */
  complete: moveCall('orders', 'complete'),
  /** Rejects a payout. */
  reject: moveCall('orders', 'reject'),
  /** Cancels a payout. */
  cancel: moveCall('orders', 'cancel'),
  /** Re-sends the order's latest callback. */
  resend: call({
    ...resend,
    route: 'POST /orders/:id/resend',
    run: (gateway, input) => resendLatest(gateway, input, orderKinds),
  }),
};

function listDeposits<Kind extends 'payin' | 'link'>(
  gateway: ControlGateway,
  kind: Kind,
  { limit, cursor, mchOrderNo: reference, ...rest }: z.output<typeof depositFilter>,
) {
  // The list shows an order as expired even before the store records the expiry.
  const filter = { kind, reference, now: gateway.clock.now(), ...rest };
  return pageOf(
    () => gateway.store.deposits.list(filter, { limit, cursor }),
    (order) => orderView(gateway, { kind, order }) as OrderView<Kind>,
  );
}

async function inFull<
  Name extends 'PayinWithTimeline' | 'LinkWithTimeline' | 'PayoutWithTimeline' | 'OrderWithTimeline',
>(gateway: ControlGateway, { id, query }: CallInput<Owner>, kinds: readonly OrderKind[]) {
  return orderInFull(gateway, findOrder(gateway.store, id, { kinds, ...query })) as ControlResponse<Name>;
}

/**
 * Makes one additional attempt of the order's latest callback and waits for its result. Sends the same bytes and does
 * not change the schedule (reading: Callbacks).
 */
async function resendLatest(
  { store, deliveries, log }: ControlGateway,
  { id, query, body: { to } }: CallInput<Owner, z.output<typeof resendInput>>,
  kinds: readonly OrderKind[],
) {
  const found = findOrder(store, id, { kinds, ...query });
  const { orderNo, mchId } = found.order;
  const [latest, owner] = [store.callbacks.latestOf(orderNo), store.merchants.get(mchId)];
  if (latest === null || owner === null)
    throw new ControlError('not_found', 'The gateway has not sent a callback for this order yet.');
  const destination =
    to ?? (found.kind === 'payout' ? payoutTarget(owner) : depositTarget(found.order, owner));
  if (destination === null) throw new ControlError('illegal_transition', nowhere);
  const sent = await deliveries.resend(latest.id, destination);
  if (sent === null) throw new ControlError('callback_busy', 'The gateway is delivering this callback.');
  return callbackView(sent, log.hideKeys);
}

const nowhere = 'The callback has no URL. Save a callback URL for the merchant, or set `to`.';
