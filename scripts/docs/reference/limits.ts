import {
  callbackAnswerLimit,
  clientRefMaxLength,
  extraMaxLength,
  noteMaxLength,
  orderValidityMinutes,
  rateLimitPerMinute,
  urlMaxLength,
} from '../../../packages/sdk/src/internal.ts';
import {
  bodyLimit,
  callbackRetryDelaysMs,
  callbackTimeoutMs,
  defaultLimits,
  formatAmount,
} from '../../../packages/sdk/src/protocol.ts';
import { pageOf, table } from './markdown.ts';

const minutes = (ms: number) => (ms < 3_600_000 ? `${ms / 60_000} min` : `${ms / 3_600_000} h`);
const inr = (paise: bigint) => `${formatAmount(paise)} INR`;
const { payinMin, payinMax, payoutMin, payoutMax, payoutDaily } = defaultLimits;

/** Creates the page of the limits from the constants that the gateway enforces. */
export function limitsPage(): string {
  return pageOf(
    'Limits',
    'All limits are inclusive. To set the amount limits of one account, use `limits` of a merchant in [the configuration](configuration.md).',
    table(
      ['item', 'limit', 'effect of a violation'],
      [
        [
          'amount of a pay-in or link',
          `${inr(payinMin)} to ${inr(payinMax)}`,
          '422 `amount_range`, or 422 `invalid_amount` for a link',
        ],
        ['amount of a payout', `${inr(payoutMin)} to ${inr(payoutMax)}`, '422 `amount_range`'],
        ['total of a merchant’s payouts in one day (IST)', inr(payoutDaily), '422 `daily_limit`'],
        ['validity of an unpaid order', `${orderValidityMinutes} min`, 'the order expires'],
        [
          'v3 requests per merchant and IP address',
          `${rateLimitPerMinute} in any 60 s`,
          '429 `rate_limited`',
        ],
        ['request body', `${bodyLimit} bytes`, '413 `payload_too_large`, or 400 `invalid_request` in v1'],
        ['`mchOrderNo`', '1 to 100 letters, digits and `_ - . : # /`', '422 `invalid_mch_order_no`'],
        ['`extra`', `${extraMaxLength} characters`, '422 `invalid_extra`'],
        ['`notifyUrl`, `returnUrl`', `${urlMaxLength} characters`, '422 `invalid_url`'],
        ['`note` of a link', `${noteMaxLength} characters`, '422 `invalid_note`'],
        ['`client_ref` of a link', `${clientRefMaxLength} characters`, '422 `invalid_client_ref`'],
        [
          'receiver’s response to a callback',
          `${callbackTimeoutMs / 1000} s, ${callbackAnswerLimit} bytes`,
          'the delivery fails',
        ],
        [
          'delays of the retries of a callback',
          callbackRetryDelaysMs.map(minutes).join(', '),
          'after the last retry, the gateway stops and the callback stays failed',
        ],
      ],
    ),
  );
}
