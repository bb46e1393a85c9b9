import { checkInput } from '../check-callback.ts';
import type { Controls } from '../controls.ts';
import { longPage, parseInput } from '../input.ts';
import {
  creditInput,
  keysFilter,
  merchantFilter,
  merchantPatch,
  newMerchantInput,
  notificationFilter,
  withoutKeys,
} from '../merchants.ts';
import { call } from './call.ts';

type MerchantResponse = Awaited<ReturnType<Controls['merchants']['get']>>;

/** Merchants come with their keys, unless the query says otherwise; where it is wrong, nothing is done. */
async function oneMerchant(query: object, work: () => Promise<MerchantResponse>) {
  return parseInput(keysFilter, query).keys === 'true' ? work() : withoutKeys(await work());
}

const credit = call({
  summary: 'An operator’s top-up',
  body: { schema: creditInput, examples: { 'A top-up': { amount: '1000.00' } } },
  response: 'Wallet',
  run: (c, { id, body }) => c.merchants.credit(id, body),
});

export const merchantCalls = {
  'GET /merchants': call({
    summary: 'Merchants, in the order they were added',
    query: merchantFilter,
    response: 'MerchantList',
    run: async ({ merchants }, { query }) => {
      const { keys, ...page } = parseInput(merchantFilter, query);
      const { items, nextCursor } = await merchants.list(page);
      return { items: keys === 'true' ? items : items.map(withoutKeys), nextCursor };
    },
  }),
  'POST /merchants': call({
    summary: 'Add a merchant; what is left out is made up',
    status: 201,
    query: keysFilter,
    body: {
      schema: newMerchantInput,
      examples: {
        'Everything made up': {},
        'With a wallet of its own': { mchId: 'SHOP2', balance: '2500.00' },
      },
    },
    response: 'Merchant',
    refusals: ['already_exists'],
    run: (c, { query, body }) => oneMerchant(query, () => c.merchants.create(body)),
  }),
  'GET /merchants/:id': call({
    summary: 'One merchant',
    query: keysFilter,
    response: 'Merchant',
    run: (c, { id, query }) => oneMerchant(query, () => c.merchants.get(id)),
  }),
  'PATCH /merchants/:id': call({
    summary: 'Change a merchant',
    query: keysFilter,
    body: {
      schema: merchantPatch,
      examples: {
        'A callback URL': { callbackUrl: 'http://127.0.0.1:3000/callbacks' },
        'No allow-list': { ipAllowList: [] },
      },
    },
    response: 'Merchant',
    refusals: ['already_exists'],
    run: (c, { id, query, body }) => oneMerchant(query, () => c.merchants.update(id, body)),
  }),
  'GET /merchants/:id/wallet': call({
    summary: 'The wallet',
    response: 'Wallet',
    run: (c, { id }) => c.merchants.wallet(id),
  }),
  'POST /merchants/:id/credit': credit,
  'POST /merchants/:id/wallet/credit': credit,
  'GET /merchants/:id/ledger': call({
    summary: 'The double-entry journal, oldest first',
    query: longPage,
    response: 'Ledger',
    run: (c, { id, query }) => c.merchants.ledger(id, query),
  }),
  'POST /merchants/:id/test-callback': call({
    summary: 'The panel’s "Test endpoint"',
    response: 'TestedCallback',
    refusals: ['illegal_transition'],
    run: (c, { id }) => c.merchants.testCallback(id),
  }),
  'POST /merchants/:id/check-callback': call({
    summary: 'Check the callback endpoint, case by case; answers when it has ended',
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
    response: 'EndpointCheck',
    refusals: ['illegal_transition', 'check_running', 'unreachable', 'probe_failed', 'order_failed'],
    run: (c, { id, body }) => c.merchants.checkCallback(id, body),
  }),
  'GET /merchants/:id/check-callback': call({
    summary: 'That check as far as it is, or the last one',
    response: 'EndpointCheck',
    run: (c, { id }) => c.merchants.lastCheck(id),
  }),
  'DELETE /merchants/:id/check-callback': call({
    summary: 'Stop that check',
    run: (c, { id }) => c.merchants.stopCheck(id),
  }),
  'GET /merchants/:id/notifications': call({
    summary: 'Deliveries given up',
    query: notificationFilter,
    response: 'NotificationList',
    run: (c, { id, query }) => c.merchants.notifications(id, query),
  }),
};
