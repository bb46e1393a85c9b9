import type * as z from 'zod/mini';
import { isTest } from './callback-received.ts';
import type { LinkStatus } from './link.ts';
import {
  inr,
  openText,
  optionalOpenText,
  optionalText,
  received,
  text,
  textOrEmpty,
  textOrNull,
} from './received.ts';
import type { Currency } from './text.ts';

/** The tolerant reading of a link, created or found. */
export const linkReceived = /* @__PURE__ */ received(() => ({
  link_code: text,
  client_ref: textOrEmpty,
  amount: inr,
  currency: optionalOpenText<Currency>('INR', 'USDT'),
  status: openText<LinkStatus>('pending', 'success', 'failed', 'expired'),
  pay_url: textOrEmpty,
  created_at: optionalText,
  expires_at: optionalText,
  note: textOrEmpty,
  paid_at: textOrNull,
}));
/** A link as read, by its wire names. `note` and `paid_at` come with a query only, `expires_at` on creation only. */
export type LinkReceived = z.output<typeof linkReceived>;

/** The tolerant reading of a link's webhook. */
export const linkCallbackReceived = /* @__PURE__ */ received(() => ({
  link_code: text,
  client_ref: textOrEmpty,
  amount: inr,
  currency: optionalOpenText<Currency>('INR', 'USDT'),
  status: openText('success'),
  paid_at: textOrNull,
  test: isTest,
}));
