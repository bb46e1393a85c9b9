// Folder operations: every change of orders and money: load, decide and write in one turn.
import {
  type CallbackFields,
  encodeCallback,
  linkCallbackFields,
  payinCallbackFields,
  payoutCallbackFields,
} from '@inrgate/sdk/internal';
import type { CallbackEvent, CallbackKind, NewCallback } from '../domain/callback.ts';
import { depositTarget, payoutTarget } from '../domain/callback-target.ts';
import type { Deposit, Payin } from '../domain/deposit.ts';
import type { Merchant } from '../domain/merchant.ts';
import type { Payout } from '../domain/payout.ts';
import type { Settings } from '../domain/settings.ts';
import type { Core } from './core.ts';

interface SettledDeposit {
  readonly merchant: Merchant;
  readonly deposit: Deposit;
  readonly settings: Settings;
}

/**
 * Enqueues the callback of an event. The caller writes the event in the same turn. The event fixes the body and its
 * format (reading: Callbacks, "a callback's body is fixed when the event happens").
 */
export function announceDeposit(
  core: Core,
  { merchant, deposit, settings }: SettledDeposit,
): NewCallback | null {
  return deposit.kind === 'payin'
    ? announcePayin(core, { merchant, payin: deposit, settings })
    : announceLink(core, merchant, deposit);
}

/** Enqueues a pay-in callback, signed with mchKey (spec: Pay-in callback). */
function announcePayin(
  core: Core,
  { merchant, payin, settings }: Omit<SettledDeposit, 'deposit'> & { readonly payin: Payin },
): NewCallback | null {
  const { status } = payin.state;
  if (status !== 'success' && status !== 'failed') return null;
  if (status === 'failed' && !settings.failedPayinCallback) return null;
  return enqueue(core, merchant, {
    kind: 'payin',
    event: `payin.${status}`,
    orderNo: payin.orderNo,
    mchOrderNo: payin.mchOrderNo,
    url: depositTarget(payin, merchant),
    key: merchant.mchKey,
    fields: payinCallbackFields(payin),
  });
}

/**
 * Enqueues a link callback as JSON if the link is paid and has a URL (spec: Legacy webhook; reading: Callbacks, last).
 */
function announceLink(core: Core, merchant: Merchant, link: Exclude<Deposit, Payin>): NewCallback | null {
  const url = depositTarget(link, merchant);
  if (link.state.status !== 'success' || url === null) return null;
  return enqueue(
    core,
    { ...merchant, callbackFormat: 'json' },
    {
      kind: 'link',
      event: 'link.success',
      orderNo: link.orderNo,
      mchOrderNo: link.clientRef,
      url,
      key: merchant.mchSecret,
      fields: linkCallbackFields(link),
    },
  );
}

/** Enqueues a payout callback, signed with mchSecret (spec: Pay-out callback). */
export function announcePayout(core: Core, merchant: Merchant, payout: Payout): NewCallback | null {
  const { status } = payout.state;
  if (status === 'pending') return null;
  return enqueue(core, merchant, {
    kind: 'payout',
    event: `payout.${status}`,
    orderNo: payout.orderNo,
    mchOrderNo: payout.mchOrderNo,
    url: payoutTarget(merchant),
    key: merchant.mchSecret,
    fields: payoutCallbackFields(payout),
  });
}

interface Announcement {
  readonly kind: CallbackKind;
  readonly event: CallbackEvent;
  readonly orderNo: string;
  readonly mchOrderNo: string | null;
  readonly url: string | null;
  readonly key: string;
  readonly fields: CallbackFields;
}

function enqueue(core: Core, merchant: Merchant, announcement: Announcement): NewCallback {
  const { fields, key, ...event } = announcement;
  const callback: NewCallback = {
    id: core.ids.id('cb'),
    ...event,
    mchId: merchant.mchId,
    format: merchant.callbackFormat,
    body: encodeCallback(fields, key, merchant.callbackFormat).body,
    createdAt: core.clock.now(),
  };
  core.store.callbacks.enqueue(callback);
  if (callback.url === null) notifyUndeliverable(core, callback);
  return callback;
}

/** Notifies the merchant that a callback has no URL (reading: Callbacks, "no notifyUrl and no saved URL"). */
function notifyUndeliverable({ store, ids }: Core, callback: NewCallback): void {
  store.history.notify({
    id: ids.id('note'),
    mchId: callback.mchId,
    at: callback.createdAt,
    kind: 'callback_undeliverable',
    callbackId: callback.id,
    orderNo: callback.orderNo,
    message: `The ${callback.event} callback has no URL. The order contains no callback URL, and the merchant has no saved callback URL.`,
  });
}
