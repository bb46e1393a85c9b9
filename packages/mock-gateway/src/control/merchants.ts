import { formatIst } from '@inrgate/sdk/internal';
import { formatAmount, parseAmount } from '@inrgate/sdk/protocol';
import { z } from 'zod';
import {
  contradictoryLimits,
  demoMerchant,
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
import { type CheckInput, checkCallback, checkView } from './check-callback.ts';
import type { ControlDeps } from './deps.ts';
import { amountInput, type LongPage, longPage, pageInput, parseInput } from './input.ts';
import { merchantLedger } from './ledger.ts';
import { pageOf } from './paging.ts';
import type { ControlResponse } from './responses/responses.ts';
import { merchantStatement, statementFilter } from './statement.ts';
import { testedView } from './tested.ts';

/** A merchant to add; what is left out is made up. */
export const newMerchantInput = merchantFields.partial();
/** What of a merchant can be changed: everything but its id, and its balance, which only the ledger moves. */
export const merchantPatch = merchantFields.omit({ mchId: true, balance: true }).partial();
/** An operator's top-up, more than zero. */
export const creditInput = z.strictObject({ amount: amountInput });
/** Which page of the notifications. */
export const notificationFilter = z.strictObject(pageInput);
/** `false`: the answer has no keys, for a page, which is no place for them. */
export const keysFilter = z.object({ keys: z.enum(['true', 'false']).default('true') });
/** Which page of the merchants, and whether with their keys. */
export const merchantFilter = longPage.extend(keysFilter.shape);

export type NewMerchant = z.input<typeof newMerchantInput>;
export type CreditInput = z.input<typeof creditInput>;
export type NotificationFilter = z.input<typeof notificationFilter>;

/** Merchant accounts, as the config writes them; keys included, for the programs that need them. */
export function merchantControls(deps: ControlDeps) {
  const { ports } = deps;

  return {
    /** In the order they were added, a thousand at most. */
    async list(page: LongPage = {}) {
      return pageOf(ports.store.merchants.list(parseInput(longPage, page)), merchantView);
    },

    /** @throws {ControlError} `not_found`, as every call that names a merchant */
    async get(mchId: string) {
      return merchantView(await find(deps, mchId));
    },

    /** Makes up whatever is left out, so that `{}` is a fresh merchant for one test. */
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

    /** Changes what the panel saves; the wallet moves by orders and top-ups alone. */
    async update(mchId: string, input: z.input<typeof merchantPatch>) {
      const patch = parseInput(merchantPatch, input);
      return saved(
        await changeMerchant(ports, mchId, (merchant) => consistent(mergeMerchant(merchant, patch))),
      );
    },

    /** The wallet as the balance call shows it, INR with two decimals (spec: Wallet). */
    async wallet(mchId: string) {
      await find(deps, mchId);
      return walletView(await ports.store.ledger.wallet(mchId));
    },

    /** An operator's top-up; `amount` is a decimal string. Answers the wallet. */
    async credit(mchId: string, input: CreditInput) {
      const { amount } = parseInput(creditInput, input);
      const credited = await creditWallet(ports, mchId, amount);
      if (!credited.ok) throw unknownMerchant();
      return walletView(credited.value);
    },

    /** The merchant's accounts as they stand, and the entries behind them, oldest first, a thousand at most. */
    async ledger(mchId: string, page: LongPage = {}) {
      const wanted = parseInput(longPage, page);
      await find(deps, mchId);
      return merchantLedger(deps, mchId, wanted);
    },

    /** What moved the available balance on one IST day, oldest first; today unless `date` is given. */
    async statement(mchId: string, filter: z.input<typeof statementFilter> = {}) {
      await find(deps, mchId);
      return merchantStatement(deps, mchId, parseInput(statementFilter, filter));
    },

    /** The panel's "Test endpoint": both formats, and the one that the server accepts (spec: Delivery rules 6). */
    async testCallback(mchId: string) {
      const portsNow = deps.portsNow();
      const merchant = await find(deps, mchId);
      if (merchant.callbackUrl === null) {
        throw new ControlError(
          'illegal_transition',
          'The merchant has no saved callback URL. Save one, then run the test.',
        );
      }
      const tested = await testCallback(portsNow, merchant, {
        url: merchant.callbackUrl,
        deliver: deps.tryDelivery,
      }).catch(refuseEnded);
      return testedView(tested, deps.log.hideKeys);
    },

    /**
     * Sends the endpoint everything that a shop has to get right, and answers what was found, as `checkWebhook` of
     * `@inrgate/conformance` does: to the saved callback URL, or to `url`. One at a time for a merchant. What is sent is
     * made up, is none of the callbacks, and no fault strikes it.
     *
     * @throws {ControlError} `check_running`; `unreachable` when nobody answers there; `probe_failed`
     */
    async checkCallback(mchId: string, input: CheckInput = {}) {
      const generation = deps.endpointChecks();
      return checkCallback(deps, await find(deps, mchId), { input, generation });
    },

    /** That check as far as it is, or the last one; before the first the cases that it would play, with `state` `none`. */
    async lastCheck(mchId: string) {
      await find(deps, mchId);
      return checkView(await deps.endpointChecks().checks.last(mchId));
    },

    /** Stops that check, where one runs. */
    async stopCheck(mchId: string) {
      await find(deps, mchId);
      await deps.endpointChecks().checks.stop(mchId);
    },

    /** Deliveries given up and callbacks without an address, newest first. */
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
  return new ControlError('not_found', 'There is no merchant with this mchId.');
}

function refuseEnded(error: unknown): never {
  if (!(error instanceof GenerationEnded)) throw error;
  const message = 'The gateway was closed or reset during the test. No format was saved.';
  throw new ControlError('illegal_transition', message, { cause: error });
}

function consistent(merchant: Merchant): Merchant {
  if (!contradictoryLimits(merchant.limits)) return merchant;
  throw new ControlError('invalid_body', 'limits: a minimum is above its maximum');
}

function saved(result: Awaited<ReturnType<typeof addMerchant | typeof changeMerchant>>) {
  if (result.ok) return merchantView(result.value);
  if (result.refusal === 'not_found') throw unknownMerchant();
  throw new ControlError('already_exists', 'Another merchant has this mchId or mchKey.');
}

/** Like the demo merchant's, unless it is given. */
export function openingBalance(patch: MerchantPatch): bigint {
  return patch.balance ?? parseAmount(demoMerchant.balance);
}

/** With its keys. */
type MerchantView = ControlResponse<'Merchant'> & Readonly<Record<'mchKey' | 'mchSecret', string>>;

/** The merchant for a page, which is no place for keys. */
export function withoutKeys(merchant: MerchantView): ControlResponse<'Merchant'> {
  const { mchKey: _key, mchSecret: _secret, ...shown } = merchant;
  return shown;
}

/** contract: the merchant fields of the config. */
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
