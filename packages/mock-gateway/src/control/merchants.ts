import { formatIst } from '@inrgate/sdk/internal';
import { formatAmount, parseAmount } from '@inrgate/sdk/protocol';
import { z } from 'zod';
import {
  demoMerchant,
  limitConflict,
  type MerchantPatch,
  merchantFields,
  mergeMerchant,
  newMerchant,
} from '../configuration/options.ts';
import type { Merchant } from '../domain/merchant.ts';
import { walletView } from '../domain/wallet-view.ts';
import { ControlError } from '../http/core/control-error.ts';
import { addMerchant, changeMerchant, creditWallet } from '../operations/merchants.ts';
import { GenerationEnded } from '../operations/ports.ts';
import { testCallback } from '../operations/test-callback.ts';
import { type RequestInput, requestAsMerchant } from './as-merchant.ts';
import { type CheckInput, checkCallback, checkView } from './check-callback.ts';
import type { ControlDeps } from './deps.ts';
import { amountInput, type LongPage, longPage, pageInput, parseInput } from './input.ts';
import { merchantLedger } from './ledger.ts';
import { pageOf } from './paging.ts';
import type { ControlResponse } from './responses/responses.ts';
import { testedView } from './tested.ts';

/** A merchant to add. The gateway generates missing fields. */
export const newMerchantInput = merchantFields.partial();
/** Changes to a merchant. The ID is fixed, and only the ledger changes the balance. */
export const merchantPatch = merchantFields.omit({ mchId: true, balance: true }).partial();
/** An operator's top-up, with an amount above zero. */
export const creditInput = z.strictObject({ amount: amountInput });
/** Page of the notifications. */
export const notificationFilter = z.strictObject(pageInput);
/** `keys=false` returns merchants without keys, for web pages. */
export const keysFilter = z.object({ keys: z.enum(['true', 'false']).default('true') });
/** Page of the merchants, with or without keys. */
export const merchantFilter = longPage.extend(keysFilter.shape);

export type NewMerchant = z.input<typeof newMerchantInput>;
export type CreditInput = z.input<typeof creditInput>;
export type NotificationFilter = z.input<typeof notificationFilter>;

/** Calls on merchants. The responses use the format of the configuration, including the keys. */
export function merchantControls(deps: ControlDeps) {
  const { ports } = deps;

  return {
    /** Lists merchants in the order of their creation, at most 1000. */
    async list(page: LongPage = {}) {
      return pageOf(ports.store.merchants.list(parseInput(longPage, page)), merchantView);
    },

    /** @throws {ControlError} `not_found`, like every call that concerns one merchant */
    async get(mchId: string) {
      return merchantView(await find(deps, mchId));
    },

    /** Adds a merchant and generates missing fields. Example: `{}` creates a merchant for one test. */
    async create(input: NewMerchant = {}) {
      const patch = parseInput(newMerchantInput, input);
      const { ids } = ports;
      const identity = {
        mchId: patch.mchId ?? ids.mchId(),
        mchKey: patch.mchKey ?? ids.key(),
        mchSecret: patch.mchSecret ?? ids.key(),
      };
      const merchant = consistent(newMerchant(identity, patch));
      return saved(await addMerchant(ports, merchant, openingBalance(patch)));
    },

    /** Changes the given fields. The wallet changes only by orders and top-ups. */
    async update(mchId: string, input: z.input<typeof merchantPatch>) {
      const patch = parseInput(merchantPatch, input);
      return saved(
        await changeMerchant(ports, mchId, (merchant) => consistent(mergeMerchant(merchant, patch))),
      );
    },

    /** Returns the wallet in INR with two decimals, like the balance call (spec: Wallet). */
    async wallet(mchId: string) {
      await find(deps, mchId);
      return walletView(await ports.store.ledger.wallet(mchId));
    },

    /** Tops up the wallet by `amount`, a decimal string. Returns the wallet. */
    async credit(mchId: string, input: CreditInput) {
      const { amount } = parseInput(creditInput, input);
      const credited = await creditWallet(ports, mchId, amount);
      if (!credited.ok) throw unknownMerchant();
      return walletView(credited.value);
    },

    /** Returns the merchant's account balances and entries, oldest first, at most 1000. */
    async ledger(mchId: string, page: LongPage = {}) {
      const wanted = parseInput(longPage, page);
      await find(deps, mchId);
      return merchantLedger(deps, mchId, wanted);
    },

    /**
     * Sends a pay-in request that the gateway signs as the merchant's server would. Returns the logged request, even if
     * the wire API rejected it.
     */
    async requestPayin(mchId: string, input: RequestInput = {}) {
      return requestAsMerchant(deps, await find(deps, mchId), { endpoint: 'payin', input });
    },

    /** Sends a payout request, like `requestPayin`. */
    async requestPayout(mchId: string, input: RequestInput = {}) {
      return requestAsMerchant(deps, await find(deps, mchId), { endpoint: 'payout', input });
    },

    /** Sends the test callback in both formats and saves the accepted format (spec: Delivery rules 6). */
    async testCallback(mchId: string) {
      const portsNow = deps.portsNow();
      const merchant = await find(deps, mchId);
      if (merchant.callbackUrl === null) {
        throw new ControlError(
          'illegal_transition',
          'The merchant has no saved callback URL. Save a callback URL, then run the test.',
        );
      }
      const tested = await testCallback(portsNow, merchant, {
        url: merchant.callbackUrl,
        deliver: deps.tryDelivery,
      }).catch(refuseEnded);
      return testedView(tested, deps.log.hideKeys);
    },

    /**
     * Checks the endpoint at the saved callback URL or at `url`, like `checkWebhook` of `@inrgate/conformance`. Only
     * one check per merchant can run at a time. The check sends generated callbacks. The gateway does not store these
     * callbacks and applies no faults to them.
     *
     * @throws {ControlError} `check_running`, `unreachable` or `probe_failed`
     */
    async checkCallback(mchId: string, input: CheckInput = {}) {
      const generation = deps.endpointChecks();
      return checkCallback(deps, await find(deps, mchId), { input, generation });
    },

    /**
     * Returns the running check, or else the last check. Before the first check, `state` is `none`, and the result
     * lists the default cases.
     */
    async lastCheck(mchId: string) {
      await find(deps, mchId);
      return checkView(await deps.endpointChecks().checks.last(mchId));
    },

    async stopCheck(mchId: string) {
      await find(deps, mchId);
      await deps.endpointChecks().checks.stop(mchId);
    },

    /** Lists failed deliveries and callbacks without a URL, newest first. */
    async notifications(mchId: string, filter: NotificationFilter = {}) {
      await find(deps, mchId);
      const page = ports.store.notifications(mchId, parseInput(notificationFilter, filter));
      return pageOf(page, (note): ControlResponse<'NotificationList'>['items'][number] => ({
        ...note,
        at: formatIst(note.at),
      }));
    },
  };
}

async function find({ ports }: ControlDeps, mchId: string): Promise<Merchant> {
  const merchant = await ports.store.merchants.get(mchId);
  if (merchant === null) throw unknownMerchant();
  return merchant;
}

function unknownMerchant(): ControlError {
  return new ControlError('not_found', 'No merchant has this mchId.');
}

function refuseEnded(error: unknown): never {
  if (!(error instanceof GenerationEnded)) throw error;
  const message = 'The gateway was closed or reset during the test. It saved no format.';
  throw new ControlError('illegal_transition', message, { cause: error });
}

function consistent(merchant: Merchant): Merchant {
  const conflict = limitConflict(merchant.limits);
  if (conflict === null) return merchant;
  throw new ControlError('invalid_body', `limits: ${conflict}`);
}

function saved(result: Awaited<ReturnType<typeof addMerchant | typeof changeMerchant>>) {
  if (result.ok) return merchantView(result.value);
  if (result.refusal === 'not_found') throw unknownMerchant();
  throw new ControlError('already_exists', 'Another merchant has this mchId or mchKey.');
}

/** Returns the given opening balance, or the balance of the demo merchant. */
export function openingBalance(patch: MerchantPatch): bigint {
  return patch.balance ?? parseAmount(demoMerchant.balance);
}

type MerchantView = ControlResponse<'Merchant'> & Readonly<Record<'mchKey' | 'mchSecret', string>>;

/** Removes the keys of a merchant, for web pages. */
export function withoutKeys(merchant: MerchantView): ControlResponse<'Merchant'> {
  const { mchKey: _key, mchSecret: _secret, ...shown } = merchant;
  return shown;
}

/** Converts a merchant to the fields of the configuration (contract). */
function merchantView({ version: _version, ...merchant }: Merchant): MerchantView {
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
