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

/** Every limit of the API, from the constants that are checked against. */
export function limitsPage(): string {
  return pageOf(
    'Limits',
    'What the API allows; each value is itself still allowed. Those of an account can be other ones: `limits` of a merchant in [the configuration](configuration.md).',
    table(
      ['what', 'limit', 'beyond it'],
      [
        [
          'amount of a pay-in or link',
          `${inr(payinMin)} to ${inr(payinMax)}`,
          '422 `amount_range`; of a link `invalid_amount`',
        ],
        ['amount of a withdrawal', `${inr(payoutMin)} to ${inr(payoutMax)}`, '422 `amount_range`'],
        ['withdrawals of a day in India', inr(payoutDaily), '422 `daily_limit`'],
        ['an unpaid order', `${orderValidityMinutes} min`, 'it expires'],
        ['v3 calls of a merchant from an address', `${rateLimitPerMinute} in any 60 s`, '429 `rate_limited`'],
        ['a request body', `${bodyLimit} bytes`, '413 `payload_too_large`; v1 returns 400 `invalid_request`'],
        ['`mchOrderNo`', '1 to 100 letters, digits and `_ - . : # /`', '422 `invalid_mch_order_no`'],
        ['`extra`', `${extraMaxLength} characters`, '422 `invalid_extra`'],
        ['`notifyUrl`, `returnUrl`', `${urlMaxLength} characters`, '422 `invalid_url`'],
        ['`note` of a link', `${noteMaxLength} characters`, '422 `invalid_note`'],
        ['`client_ref` of a link', `${clientRefMaxLength} characters`, '422 `invalid_client_ref`'],
        [
          'a receiver’s answer to a callback',
          `${callbackTimeoutMs / 1000} s, ${callbackAnswerLimit} bytes`,
          'the delivery failed',
        ],
        ['retries of a callback', callbackRetryDelaysMs.map(minutes).join(', '), 'it has failed'],
      ],
    ),
  );
}
