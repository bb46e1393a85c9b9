import { requestInput } from '../as-merchant.ts';
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

/** Returns a merchant, without its keys if `keys` is `false`. Does nothing if the query is invalid. */
async function oneMerchant(query: object, work: () => Promise<MerchantResponse>) {
  return parseInput(keysFilter, query).keys === 'true' ? work() : withoutKeys(await work());
}

const credit = call({
  summary: 'Top up the wallet',
  body: { schema: creditInput, examples: { 'A top-up': { amount: '1000.00' } } },
  response: 'Wallet',
  run: (c, { id, body }) => c.merchants.credit(id, body),
});

export const merchantCalls = {
  'GET /merchants': call({
    summary: 'List merchants, oldest first',
    query: merchantFilter,
    response: 'MerchantList',
    run: async ({ merchants }, { query }) => {
      const { keys, ...page } = parseInput(merchantFilter, query);
      const { items, nextCursor } = await merchants.list(page);
      return { items: keys === 'true' ? items : items.map(withoutKeys), nextCursor };
    },
  }),
  'POST /merchants': call({
    summary: 'Add a merchant',
    status: 201,
    query: keysFilter,
    body: {
      schema: newMerchantInput,
      examples: {
        'Generate all values': {},
        'Set an opening balance': { mchId: 'SHOP2', balance: '2500.00' },
      },
    },
    response: 'Merchant',
    refusals: ['already_exists'],
    run: (c, { query, body }) => oneMerchant(query, () => c.merchants.create(body)),
  }),
  'GET /merchants/:id': call({
    summary: 'Get a merchant',
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
        'Save a callback URL': { callbackUrl: 'http://127.0.0.1:3000/callbacks' },
        'Remove the allow-list': { ipAllowList: [] },
      },
    },
    response: 'Merchant',
    refusals: ['already_exists'],
    run: (c, { id, query, body }) => oneMerchant(query, () => c.merchants.update(id, body)),
  }),
  'GET /merchants/:id/wallet': call({
    summary: 'Get the wallet',
    response: 'Wallet',
    run: (c, { id }) => c.merchants.wallet(id),
  }),
  'POST /merchants/:id/credit': credit,
  'POST /merchants/:id/wallet/credit': credit,
  'GET /merchants/:id/ledger': call({
    summary: 'List the double-entry journal, oldest first',
    query: longPage,
    response: 'Ledger',
    run: (c, { id, query }) => c.merchants.ledger(id, query),
  }),
  'POST /merchants/:id/payins': call({
    summary: 'Create a pay-in as the merchant',
    body: {
      schema: requestInput,
      examples: { 'Generate the order number': { amount: '500.00' } },
    },
    response: 'RequestInFull',
    refusals: ['illegal_transition'],
    run: (c, { id, body }) => c.merchants.requestPayin(id, body),
  }),
  'POST /merchants/:id/payouts': call({
    summary: 'Create a payout as the merchant',
    body: {
      schema: requestInput,
      examples: { 'Pay to a UPI ID': { mchOrderNo: 'OUT-1', amount: '500.00', upiId: 'asha@okbank' } },
    },
    response: 'RequestInFull',
    refusals: ['illegal_transition'],
    run: (c, { id, body }) => c.merchants.requestPayout(id, body),
  }),
  'POST /merchants/:id/test-callback': call({
    summary: 'Send the test callback as JSON and as a form',
    response: 'TestedCallback',
    refusals: ['illegal_transition'],
    run: (c, { id }) => c.merchants.testCallback(id),
  }),
  'POST /merchants/:id/check-callback': call({
    summary: 'Check the callback endpoint, and wait for the results',
    body: {
      schema: checkInput,
      examples: {
        'Run all cases at the saved callback URL': {},
        'Run two cases with a probe': {
          url: 'http://127.0.0.1:3000/callbacks',
          cases: ['repeated', 'at-once'],
          probe: 'http://127.0.0.1:3000/credited',
        },
        'Run all kinds with orders that the shop creates': {
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
    summary: 'Get the running check or the last check',
    response: 'EndpointCheck',
    run: (c, { id }) => c.merchants.lastCheck(id),
  }),
  'DELETE /merchants/:id/check-callback': call({
    summary: 'Stop the running check',
    run: (c, { id }) => c.merchants.stopCheck(id),
  }),
  'GET /merchants/:id/notifications': call({
    summary: 'List failed deliveries',
    query: notificationFilter,
    response: 'NotificationList',
    run: (c, { id, query }) => c.merchants.notifications(id, query),
  }),
};
