import { formatIst } from '@inrgate/sdk/internal';
import { formatAmount } from '@inrgate/sdk/protocol';
import { z } from 'zod';
import {
  limitConflict,
  merchantFields,
  mergeMerchant,
  newMerchant,
  openingBalance,
  rateConflict,
} from '../configuration/options.ts';
import type { Merchant } from '../domain/merchant.ts';
import { walletView } from '../domain/wallet-view.ts';
import { ControlError } from '../http/core/control-error.ts';
import { addMerchant, changeMerchant, creditWallet } from '../operations/merchants.ts';
import { TestInterrupted, testCallback } from '../operations/test-callback.ts';
import { requestAsMerchant, requestInput } from './as-merchant.ts';
import { call, shownCall } from './call.ts';
import { checkCallback, checkInput, checkView } from './check-callback.ts';
import type { ControlGateway } from './control-gateway.ts';
import { amountInput, longPage, pageInput } from './input.ts';
import { merchantLedger } from './ledger.ts';
import { pageOf } from './paging.ts';
import type { ControlResponse } from './responses/responses.ts';
import { testedView } from './tested.ts';

/** `keys=false` returns merchants without keys, for web pages. */
const keysFilter = z.object({ keys: z.enum(['true', 'false']).default('true') });
/** Page of the merchants, with or without keys. */
const merchantFilter = longPage.extend(keysFilter.shape);

/** Query and HTTP response of a call that returns a merchant. Removes the keys if `keys` is `false`. */
const oneMerchant = {
  query: keysFilter,
  response: 'Merchant',
  shown: (merchant: MerchantView, { keys }: z.output<typeof keysFilter>) =>
    keys === 'true' ? merchant : withoutKeys(merchant),
} as const;

/** Calls on merchants. The responses use the format of the configuration, including the keys. */
export const merchantCalls = {
  /** Lists merchants in the order of their creation, at most 1000. */
  list: shownCall({
    route: 'GET /merchants',
    summary: 'List merchants, oldest first',
    query: merchantFilter,
    response: 'MerchantList',
    run: ({ store }, { query: { keys: _, ...page } }) =>
      pageOf(() => store.merchants.list(page), merchantView),
    shown: ({ items, ...page }, { keys }) => ({
      items: keys === 'true' ? items : items.map(withoutKeys),
      ...page,
    }),
  }),
  /** Adds a merchant and generates missing fields. Example: `{}` creates a merchant for one test. */
  create: shownCall({
    ...oneMerchant,
    route: 'POST /merchants',
    summary: 'Add a merchant',
    status: 201,
    body: {
      schema: merchantFields.partial(),
      examples: {
        'Generate all values': {},
        'Set an opening balance': { mchId: 'SHOP2', balance: '2500.00' },
      },
    },
    refusals: ['already_exists'],
    run: (gateway, { body: patch }) => {
      const { ids } = gateway;
      const identity = {
        mchId: patch.mchId ?? ids.mchId(),
        mchKey: patch.mchKey ?? ids.key(),
        mchSecret: patch.mchSecret ?? ids.key(),
      };
      const merchant = consistent(gateway, newMerchant(identity, patch));
      return saved(gateway, addMerchant(gateway, merchant, openingBalance(patch)));
    },
  }),
  /** @throws {ControlError} `not_found`, like every call that concerns one merchant */
  get: shownCall({
    ...oneMerchant,
    route: 'GET /merchants/:id',
    summary: 'Get a merchant',
    run: async (gateway, { id }) => merchantView(find(gateway, id)),
  }),
  /** Changes the given fields. The wallet changes only by orders and top-ups. */
  update: shownCall({
    ...oneMerchant,
    route: 'PATCH /merchants/:id',
    summary: 'Change a merchant',
    body: {
      // The ID is fixed, and only the ledger changes the balance.
      schema: merchantFields.omit({ mchId: true, balance: true }).partial(),
      examples: {
        'Save a callback URL': { callbackUrl: 'http://127.0.0.1:3000/callbacks' },
        'Remove the allow-list': { ipAllowList: [] },
      },
    },
    refusals: ['already_exists'],
    run: (gateway, { id, body }) => {
      const merged = (merchant: Merchant) => consistent(gateway, mergeMerchant(merchant, body));
      return saved(gateway, changeMerchant(gateway, id, merged));
    },
  }),
  /** Returns the wallet in INR with two decimals, like the balance call (spec: Wallet). */
  wallet: call({
    route: 'GET /merchants/:id/wallet',
    summary: 'Get the wallet',
    response: 'Wallet',
    run: async (gateway, { id }) => walletView(gateway.store.ledger.wallet(find(gateway, id).mchId)),
  }),
  /** Tops up the wallet by `amount`, a decimal string. Returns the wallet. */
  credit: call({
    route: 'POST /merchants/:id/credit',
    summary: 'Top up the wallet',
    body: {
      schema: z.strictObject({ amount: amountInput }),
      examples: { 'A top-up': { amount: '1000.00' } },
    },
    response: 'Wallet',
    run: async (gateway, { id, body: { amount } }) => {
      const credited = creditWallet(gateway, id, amount);
      if (!credited.ok) throw unknownMerchant();
      await gateway.store.onDisk();
      return walletView(credited.value);
    },
  }),
  /** Returns the merchant's account balances and entries, oldest first, at most 1000. */
  ledger: call({
    route: 'GET /merchants/:id/ledger',
    summary: 'List the double-entry journal, oldest first',
    query: longPage,
    response: 'Ledger',
    run: async (gateway, { id, query }) => merchantLedger(gateway, find(gateway, id).mchId, query),
  }),
  /**
   * Sends a pay-in request that the gateway signs as the merchant's server would. Returns the logged request, even if
   * the wire API rejected it.
   */
  requestPayin: call({
    route: 'POST /merchants/:id/payins',
    summary: 'Create a pay-in as the merchant',
    body: {
      schema: requestInput,
      examples: { 'Generate the order number': { amount: '500.00' } },
    },
    response: 'RequestInFull',
    refusals: ['illegal_transition'],
    run: async (gateway, { id, body: input }) =>
      requestAsMerchant(gateway, find(gateway, id), { endpoint: 'payin', input }),
  }),
  /** Sends a payout request, like `requestPayin`. */
  requestPayout: call({
    route: 'POST /merchants/:id/payouts',
    summary: 'Create a payout as the merchant',
    body: {
      schema: requestInput,
      examples: { 'Pay to a UPI ID': { mchOrderNo: 'OUT-1', amount: '500.00', upiId: 'asha@okbank' } },
    },
    response: 'RequestInFull',
    refusals: ['illegal_transition'],
    run: async (gateway, { id, body: input }) =>
      requestAsMerchant(gateway, find(gateway, id), { endpoint: 'payout', input }),
  }),
  /** Sends the test callback in both formats and saves the accepted format (spec: Delivery rules 6). */
  testCallback: call({
    route: 'POST /merchants/:id/test-callback',
    summary: 'Send the test callback as JSON and as a form',
    response: 'TestedCallback',
    refusals: ['illegal_transition'],
    run: async (gateway, { id }) => {
      const merchant = find(gateway, id);
      if (merchant.callbackUrl === null) {
        throw new ControlError(
          'illegal_transition',
          'The merchant has no saved callback URL. Save a callback URL, then run the test.',
        );
      }
      const tested = await testCallback(gateway, merchant, {
        url: merchant.callbackUrl,
        deliver: (callback) => gateway.tryDelivery(callback),
        ended: gateway.ended,
      }).catch(refuseInterrupted);
      return testedView(tested, gateway.log.hideKeys);
    },
  }),
  /**
   * Checks the endpoint at the saved callback URL or at `url`, like `checkWebhook` of `@inrgate/conformance`. Only one
   * check per merchant can run at a time. The check sends generated callbacks. The gateway does not store these
   * callbacks and applies no faults to them.
   *
   * @throws {ControlError} `check_running`, `unreachable` or `probe_failed`
   */
  checkCallback: call({
    route: 'POST /merchants/:id/check-callback',
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
    run: async (gateway, { id, body }) => checkCallback(gateway, find(gateway, id), body),
  }),
  /**
   * Returns the running check, or else the last check. Before the first check, `state` is `none`, and the result lists
   * the default cases.
   */
  lastCheck: call({
    route: 'GET /merchants/:id/check-callback',
    summary: 'Get the running check or the last check',
    response: 'EndpointCheck',
    run: async (gateway, { id }) => checkView(gateway.webhookChecks.last(find(gateway, id).mchId)),
  }),
  stopCheck: call({
    route: 'DELETE /merchants/:id/check-callback',
    summary: 'Stop the running check',
    run: async (gateway, { id }): Promise<void> => {
      gateway.webhookChecks.stop(find(gateway, id).mchId);
    },
  }),
  /** Lists failed deliveries and callbacks without a URL, newest first. */
  notifications: call({
    route: 'GET /merchants/:id/notifications',
    summary: 'List failed deliveries',
    query: z.strictObject(pageInput),
    response: 'NotificationList',
    run: async (gateway, { id, query }) => {
      const { mchId } = find(gateway, id);
      return pageOf(
        () => gateway.store.history.notifications(mchId, query),
        (note): ControlResponse<'NotificationList'>['items'][number] => ({ ...note, at: formatIst(note.at) }),
      );
    },
  }),
};

function find({ store }: ControlGateway, mchId: string): Merchant {
  const merchant = store.merchants.get(mchId);
  if (merchant === null) throw unknownMerchant();
  return merchant;
}

async function saved(
  { store }: ControlGateway,
  result: ReturnType<typeof addMerchant | typeof changeMerchant>,
): Promise<MerchantView> {
  if (result.ok) {
    await store.onDisk();
    return merchantView(result.value);
  }
  if (result.refusal === 'not_found') throw unknownMerchant();
  throw new ControlError('already_exists', 'Another merchant has this mchId or mchKey.');
}

function unknownMerchant(): ControlError {
  return new ControlError('not_found', 'No merchant has this mchId.');
}

function refuseInterrupted(error: unknown): never {
  if (!(error instanceof TestInterrupted)) throw error;
  const message = 'The gateway was closed or reset during the test. It saved no format.';
  throw new ControlError('illegal_transition', message, { cause: error });
}

function consistent({ store }: ControlGateway, merchant: Merchant): Merchant {
  const conflict = limitConflict(merchant.limits) ?? rateConflict(store.settings.usdtRate, merchant.limits);
  if (conflict === null) return merchant;
  throw new ControlError('invalid_body', `limits: ${conflict}`);
}

type MerchantView = ControlResponse<'Merchant'> & Readonly<Record<'mchKey' | 'mchSecret', string>>;

/** Removes the keys of a merchant, for web pages. */
function withoutKeys(merchant: MerchantView): ControlResponse<'Merchant'> {
  const { mchKey: _key, mchSecret: _secret, ...shown } = merchant;
  return shown;
}

/** Converts a merchant to the fields of the configuration (contract). */
function merchantView(merchant: Merchant): MerchantView {
  const { limits } = merchant;
  return {
    ...merchant,
    limits: {
      payinMin: formatAmount(limits.payinMin),
      payinMax: formatAmount(limits.payinMax),
      payoutMin: formatAmount(limits.payoutMin),
      payoutMax: formatAmount(limits.payoutMax),
      payoutDaily: formatAmount(limits.payoutDaily),
    },
  };
}
