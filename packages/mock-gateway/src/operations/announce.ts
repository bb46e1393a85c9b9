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
import type { Write } from '../store/store.ts';
import type { Ports } from './ports.ts';

interface SettledDeposit {
  readonly merchant: Merchant;
  readonly deposit: Deposit;
  readonly settings: Settings;
}

/**
 * Creates the callbacks of an event. The caller must commit them together with the event. The event fixes the body and
 * its format (reading: Callbacks, "a callback's body is fixed when the event happens").
 */
export function announceDeposit(
  ports: Ports,
  { merchant, deposit, settings }: SettledDeposit,
): readonly Write[] {
  return deposit.kind === 'payin'
    ? announcePayin(ports, { merchant, payin: deposit, settings })
    : announceLink(ports, merchant, deposit);
}

/** Creates a pay-in callback, signed with mchKey (spec: Pay-in callback). */
function announcePayin(
  ports: Ports,
  { merchant, payin, settings }: Omit<SettledDeposit, 'deposit'> & { readonly payin: Payin },
): readonly Write[] {
  const { status } = payin.state;
  if (status !== 'success' && status !== 'failed') return [];
  if (status === 'failed' && !settings.failedPayinCallback) return [];
  return enqueue(ports, merchant, {
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
 * Creates a link callback as JSON if the link is paid and has a URL (spec: Legacy webhook; reading: Callbacks, last).
 */
function announceLink(ports: Ports, merchant: Merchant, link: Exclude<Deposit, Payin>): readonly Write[] {
  const url = depositTarget(link, merchant);
  if (link.state.status !== 'success' || url === null) return [];
  return enqueue(
    ports,
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

/** Creates a payout callback, signed with mchSecret (spec: Pay-out callback). */
export function announcePayout(ports: Ports, merchant: Merchant, payout: Payout): readonly Write[] {
  const { status } = payout.state;
  if (status === 'pending') return [];
  return enqueue(ports, merchant, {
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

function enqueue(ports: Ports, merchant: Merchant, announcement: Announcement): readonly Write[] {
  const { fields, key, ...event } = announcement;
  const callback: NewCallback = {
    id: ports.ids.id('cb'),
    ...event,
    mchId: merchant.mchId,
    format: merchant.callbackFormat,
    body: encodeCallback(fields, key, merchant.callbackFormat).body,
    createdAt: ports.clock.now(),
  };
  const write: Write = { write: 'enqueue', callback };
  return callback.url === null ? [write, notifyUndeliverable(ports, callback)] : [write];
}

/** Creates a notification that a callback has no URL (reading: Callbacks, "no notifyUrl and no saved URL"). */
function notifyUndeliverable(ports: Ports, callback: NewCallback): Write {
  return {
    write: 'notify',
    notification: {
      id: ports.ids.id('note'),
      mchId: callback.mchId,
      at: callback.createdAt,
      kind: 'callback_undeliverable',
      callbackId: callback.id,
      orderNo: callback.orderNo,
      message: `The ${callback.event} callback has no URL. The order contains no callback URL, and the merchant has no saved callback URL.`,
    },
  };
}
