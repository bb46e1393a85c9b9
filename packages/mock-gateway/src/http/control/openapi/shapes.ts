import type { z } from 'zod';
import { callbackFilter, settleInput } from '../../../control/callbacks.ts';
import { checkInput } from '../../../control/check-callback.ts';
import { advanceInput, freezeInput } from '../../../control/clock.ts';
import { depositFilter, payInput } from '../../../control/deposits.ts';
import { longPage } from '../../../control/input.ts';
import {
  creditInput,
  keysFilter,
  merchantFilter,
  merchantPatch,
  newMerchantInput,
  notificationFilter,
} from '../../../control/merchants.ts';
import { ownerInput } from '../../../control/named-order.ts';
import { completeInput, payoutFilter, rejectInput } from '../../../control/payouts.ts';
import { harFilter, requestFilter } from '../../../control/requests.ts';
import { resendInput } from '../../../control/resend.ts';
import { settingsPatch } from '../../../control/settings.ts';
import { faultInput } from '../../../faults/fault.ts';
import type { ControlErrorCode } from '../../core/control-error.ts';
import type { AnswerName } from './answers.ts';

/** What goes into a control call and what comes out. */
export interface Shape {
  readonly query?: z.ZodObject;
  readonly body?: { readonly schema: z.ZodType; readonly examples: Readonly<Record<string, object>> };
  /** Absent when there is no body in the answer. */
  readonly answer?: AnswerName;
  /** Refusals of its own, besides those that its path, query and body bring. */
  readonly refusals?: readonly ControlErrorCode[];
  /** The answer where it is not the usual one, by its status. */
  readonly otherwise?: Readonly<Record<number, AnswerName>>;
}

/** An order that is named by a number. */
const named: Pick<Shape, 'query' | 'refusals'> = { query: ownerInput, refusals: ['ambiguous'] };
const move: Pick<Shape, 'query' | 'refusals'> = { ...named, refusals: ['illegal_transition', 'ambiguous'] };
const resend: Shape = {
  ...named,
  body: {
    schema: resendInput,
    examples: {
      'To where its callbacks go now': {},
      'To another address': { to: 'http://127.0.0.1:3001/callbacks' },
    },
  },
  answer: 'Callback',
  refusals: ['illegal_transition', 'callback_busy', 'ambiguous'],
};

const credit: Shape = {
  body: { schema: creditInput, examples: { 'A top-up': { amount: '1000.00' } } },
  answer: 'Wallet',
};

const pay: Shape['body'] = {
  schema: payInput,
  examples: {
    'As much as was asked for': {},
    'Another amount': { paidAmount: '499.00', utr: '412345678901' },
  },
};

const reject: Shape['body'] = {
  schema: rejectInput,
  examples: { 'With a reason': { message: 'Wrong account name' } },
};

const faultExamples = {
  'A commit whose answer never arrives': {
    endpoint: 'payin',
    phase: 'after',
    times: 1,
    action: { kind: 'drop' },
  },
  'A status before anything happens': {
    endpoint: '*',
    phase: 'before',
    probability: 0.1,
    action: { kind: 'status', status: 503, error: 'maintenance', retryAfter: 5 },
  },
  'A callback altered after signing': {
    endpoint: 'callback',
    mchOrderNo: 'ORDER-1',
    action: { kind: 'tamper' },
  },
};

/** The control calls by method and path; the tests hold this list to the routes. */
export const shapes: Readonly<Record<string, Shape>> = {
  'GET /health': { answer: 'Health' },
  'GET /ready': { answer: 'Ready', otherwise: { 503: 'NotReady' } },
  'GET /instances': { answer: 'InstanceList' },
  'GET /overview': { answer: 'Overview' },
  'POST /reset': {},

  'GET /settings': { answer: 'Settings' },
  'PATCH /settings': {
    body: {
      schema: settingsPatch,
      examples: { 'No USDT rate': { usdtRate: null }, Maintenance: { maintenance: true } },
    },
    answer: 'Settings',
  },

  'GET /merchants': { query: merchantFilter, answer: 'MerchantList' },
  'POST /merchants': {
    query: keysFilter,
    body: {
      schema: newMerchantInput,
      examples: {
        'Everything made up': {},
        'With a wallet of its own': { mchId: 'SHOP2', balance: '2500.00' },
      },
    },
    answer: 'Merchant',
    refusals: ['already_exists'],
  },
  'GET /merchants/:id': { query: keysFilter, answer: 'Merchant' },
  'PATCH /merchants/:id': {
    query: keysFilter,
    body: {
      schema: merchantPatch,
      examples: {
        'A callback URL': { callbackUrl: 'http://127.0.0.1:3000/callbacks' },
        'No allow-list': { ipAllowList: [] },
      },
    },
    answer: 'Merchant',
    refusals: ['already_exists'],
  },
  'GET /merchants/:id/wallet': { answer: 'Wallet' },
  'POST /merchants/:id/credit': credit,
  'POST /merchants/:id/wallet/credit': credit,
  'GET /merchants/:id/ledger': { query: longPage, answer: 'Ledger' },
  'POST /merchants/:id/test-callback': { answer: 'TestedCallback', refusals: ['illegal_transition'] },
  'POST /merchants/:id/check-callback': {
    body: {
      schema: checkInput,
      examples: {
        'Everything, at the saved callback URL': {},
        'Two cases, with a probe': {
          url: 'http://127.0.0.1:3000/callbacks',
          cases: ['repeated', 'at-once'],
          probe: 'http://127.0.0.1:3000/credited',
        },
        'Everything, links too, with orders that the shop creates': {
          kinds: ['payin', 'payout', 'link'],
          amount: '500.37',
          createOrder: 'http://127.0.0.1:3000/orders',
          probe: 'http://127.0.0.1:3000/credited',
          payoutProbe: 'http://127.0.0.1:3000/payouts',
          language: 'php',
        },
      },
    },
    answer: 'EndpointCheck',
    refusals: ['illegal_transition', 'check_running', 'unreachable', 'probe_failed', 'order_failed'],
  },
  'GET /merchants/:id/check-callback': { answer: 'EndpointCheck' },
  'DELETE /merchants/:id/check-callback': {},
  'GET /merchants/:id/notifications': { query: notificationFilter, answer: 'NotificationList' },

  'GET /payins': { query: depositFilter, answer: 'PayinList' },
  'GET /payins/:id': { answer: 'PayinWithTimeline', ...named },
  'POST /payins/:id/pay': { body: pay, answer: 'Payin', ...move },
  'POST /payins/:id/fail': { answer: 'Payin', ...move },
  'POST /payins/:id/resend': resend,

  'GET /links': { query: depositFilter, answer: 'LinkList' },
  'GET /links/:id': { answer: 'LinkWithTimeline', ...named },
  'POST /links/:id/pay': { body: pay, answer: 'Link', ...move },
  'POST /links/:id/fail': { answer: 'Link', ...move },
  'POST /links/:id/resend': resend,

  'GET /payouts': { query: payoutFilter, answer: 'PayoutList' },
  'GET /payouts/:id': { answer: 'PayoutWithTimeline', ...named },
  'POST /payouts/:id/approve': { answer: 'Payout', ...move },
  'POST /payouts/:id/complete': {
    body: { schema: completeInput, examples: { 'With a reference': { txid: '853793d552635f53' } } },
    answer: 'Payout',
    ...move,
  },
  'POST /payouts/:id/reject': { body: reject, answer: 'Payout', ...move },
  'POST /payouts/:id/cancel': { body: reject, answer: 'Payout', ...move },
  'POST /payouts/:id/resend': resend,

  'GET /callbacks': { query: callbackFilter, answer: 'CallbackList', refusals: ['ambiguous'] },
  'POST /callbacks/settle': {
    body: { schema: settleInput, examples: { 'Within five seconds': { timeoutMs: 5_000 } } },
    answer: 'Settled',
  },
  'GET /callbacks/:id': { answer: 'CallbackInFull' },

  'GET /clock': { answer: 'Clock' },
  'POST /clock/advance': {
    body: {
      schema: advanceInput,
      examples: { 'Past the expiry of an order': { by: '31m' }, 'A day and a half': { by: '1d12h' } },
    },
    answer: 'Clock',
  },
  'POST /clock/advance-to-next': { answer: 'Clock' },
  'POST /clock/freeze': {
    body: {
      schema: freezeInput,
      examples: { Now: {}, 'At a later instant': { at: '2026-11-21T00:00:00+05:30' } },
    },
    answer: 'Clock',
  },
  'POST /clock/resume': { answer: 'Clock' },

  'GET /faults': { answer: 'FaultList' },
  'POST /faults': { body: { schema: faultInput, examples: faultExamples }, answer: 'Fault' },
  'DELETE /faults': {},
  'DELETE /faults/:id': {},

  'GET /locks': { answer: 'LockList' },
  'DELETE /locks': {},
  'DELETE /locks/:id': {},

  'GET /requests': { query: requestFilter, answer: 'RequestList' },
  'GET /requests.har': { query: harFilter, answer: 'Har' },
  'GET /requests/:id': { answer: 'RequestInFull' },
  'GET /ledger/check': { answer: 'LedgerCheck' },
};
