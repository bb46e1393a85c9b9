import { depositFilter, payInput } from '../deposits.ts';
import { ownerInput } from '../named-order.ts';
import { completeInput, payoutFilter, rejectInput } from '../payouts.ts';
import { resendInput } from '../resend.ts';
import { call } from './call.ts';

/** Query and errors of a call that concerns one order. */
const named = { query: ownerInput, refusals: ['ambiguous'] } as const;
const move = { query: ownerInput, refusals: ['illegal_transition', 'ambiguous'] } as const;

const pay = {
  schema: payInput,
  examples: {
    'Pay the order amount': {},
    'Pay another amount': { paidAmount: '499.00', utr: '412345678901' },
  },
};

const reject = { schema: rejectInput, examples: { 'With a reason': { message: 'Wrong account name' } } };

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

export const orderCalls = {
  'GET /where/:id': call({
    summary: 'Get the timeline of any order, and the first failed step',
    query: ownerInput,
    response: 'Where',
    refusals: ['ambiguous'],
    run: (c, { id, query }) => c.where(id, query),
  }),

  'GET /payins': call({
    summary: 'List pay-ins, newest first',
    query: depositFilter,
    response: 'PayinList',
    run: (c, { query }) => c.payins.list(query),
  }),
  'GET /payins/:id': call({
    summary: 'Get a pay-in with its timeline',
    ...named,
    response: 'PayinWithTimeline',
    run: (c, { id, query }) => c.payins.get(id, query),
  }),
  'POST /payins/:id/pay': call({
    summary: 'Pay as the customer',
    ...move,
    body: pay,
    response: 'Payin',
    run: (c, { id, query, body }) => c.payins.pay(id, body, query),
  }),
  'POST /payins/:id/fail': call({
    summary: 'Fail the payment',
    ...move,
    response: 'Payin',
    run: (c, { id, query }) => c.payins.fail(id, query),
  }),
  'POST /payins/:id/resend': call({
    ...resend,
    run: (c, { id, query, body }) => c.payins.resend(id, body, query),
  }),

  'GET /links': call({
    summary: 'List payment links, newest first',
    query: depositFilter,
    response: 'LinkList',
    run: (c, { query }) => c.links.list(query),
  }),
  'GET /links/:id': call({
    summary: 'Get a link with its timeline',
    ...named,
    response: 'LinkWithTimeline',
    run: (c, { id, query }) => c.links.get(id, query),
  }),
  'POST /links/:id/pay': call({
    summary: 'Pay as the customer',
    ...move,
    body: pay,
    response: 'Link',
    run: (c, { id, query, body }) => c.links.pay(id, body, query),
  }),
  'POST /links/:id/fail': call({
    summary: 'Fail the payment',
    ...move,
    response: 'Link',
    run: (c, { id, query }) => c.links.fail(id, query),
  }),
  'POST /links/:id/resend': call({
    ...resend,
    run: (c, { id, query, body }) => c.links.resend(id, body, query),
  }),

  'GET /payouts': call({
    summary: 'List payouts, newest first',
    query: payoutFilter,
    response: 'PayoutList',
    run: (c, { query }) => c.payouts.list(query),
  }),
  'GET /payouts/:id': call({
    summary: 'Get a payout with its timeline',
    ...named,
    response: 'PayoutWithTimeline',
    run: (c, { id, query }) => c.payouts.get(id, query),
  }),
  'POST /payouts/:id/approve': call({
    summary: 'Approve the payout',
    ...move,
    response: 'Payout',
    run: (c, { id, query }) => c.payouts.approve(id, query),
  }),
  'POST /payouts/:id/complete': call({
    summary: 'Complete the transfer',
    ...move,
    body: { schema: completeInput, examples: { 'With a reference': { txid: '853793d552635f53' } } },
    response: 'Payout',
    run: (c, { id, query, body }) => c.payouts.complete(id, body, query),
  }),
  'POST /payouts/:id/reject': call({
    summary: 'Reject the payout',
    ...move,
    body: reject,
    response: 'Payout',
    run: (c, { id, query, body }) => c.payouts.reject(id, body, query),
  }),
  'POST /payouts/:id/cancel': call({
    summary: 'Cancel the payout',
    ...move,
    body: reject,
    response: 'Payout',
    run: (c, { id, query, body }) => c.payouts.cancel(id, body, query),
  }),
  'POST /payouts/:id/resend': call({
    ...resend,
    run: (c, { id, query, body }) => c.payouts.resend(id, body, query),
  }),
};
