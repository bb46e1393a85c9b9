import * as z from 'zod';
import { currency, described, orEmpty, signature, someText, sum, timestamp, url } from './text.ts';

/** The states of a link, as the schema of the strict reading. */
export const linkStatus = z.enum(['pending', 'success', 'failed', 'expired']);
/** Where a link stands; a paid one is `success` (spec: States and transitions, Legacy link). */
export type LinkStatus = z.output<typeof linkStatus>;

const common = {
  link_code: described(someText, 'Identifier of the link.', 'L7f3kQ2m9'),
  client_ref: described(z.string(), 'The merchant’s own id; empty if none.', 'INV-42'),
  amount: described(sum, 'INR, two decimals.', '500.00'),
  currency: described(currency, 'What the customer pays in.', 'INR'),
  status: described(linkStatus, 'State of the link.', 'pending'),
  pay_url: described(url, 'Hosted checkout address.', 'https://gateway.example/pay/3f9c0a'),
  created_at: described(timestamp, 'Time of creation, IST.', '2026-11-20T15:04:05+05:30'),
};

/** A link as `create-link` answers it (spec: Legacy payment link). */
export const linkCreated = z.strictObject({
  ...common,
  expires_at: described(timestamp, 'When an unpaid link expires, IST.', '2026-11-20T15:34:05+05:30'),
});

/** A link as `link-status` answers it. */
export const linkFound = z.strictObject({
  ...common,
  note: described(z.string(), 'The merchant’s note; empty if none.', 'Invoice 42'),
  paid_at: described(
    orEmpty(timestamp),
    'Time of payment, IST; empty until paid.',
    '2026-11-20T15:10:00+05:30',
  ),
});

/** The webhook of a paid link (spec: Legacy webhook). */
export const linkCallback = z.strictObject({
  link_code: common.link_code,
  client_ref: common.client_ref,
  amount: common.amount,
  currency: common.currency,
  status: described(z.literal('success'), 'Sent when the link is paid.', 'success'),
  paid_at: described(timestamp, 'Time of payment, IST.', '2026-11-20T15:10:00+05:30'),
  sign: described(signature, 'Signature made with the API Secret.', '2FB7128E6D15728544A83A22B407E7AA'),
});
