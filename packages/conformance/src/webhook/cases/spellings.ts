import { formatAmount } from '@inrgate/sdk/protocol';
import { once, type SentCase, sends, type WebhookCase } from '../case.ts';
import { unusualText } from '../path/unusual-body.ts';

const genuine =
  'The callback is genuine. If your endpoint rejects it, the gateway stops retrying after seven hours, and the order stays unpaid.';

function genuineCase(texts: Omit<SentCase, 'kind' | 'credit'>): WebhookCase {
  return { ...texts, kind: 'payin', credit: once };
}

/** Cases with other encodings of the same callback (spec: Authentication 3 and 4; reading: Parameters). */
export const spellingCases: readonly WebhookCase[] = [
  genuineCase({
    id: 'lower-case-sign',
    title: 'a signature in lower case is accepted',
    why: genuine,
    fix: 'Ignore case when you compare signatures, and use a constant-time comparison.',
    code: 'compareSign',
    steps: ({ order, write }) => {
      const body = write.plain(order);
      const lower = write.rewritten(body, (fields) =>
        fields.map(([name, value]) => [name, name === 'sign' ? value.toLowerCase() : value] as const),
      );
      return [sends('a paid pay-in with its sign in lower case', lower)];
    },
  }),
  genuineCase({
    id: 'reordered-fields',
    title: 'fields in another order are accepted',
    why: genuine,
    fix: 'Sort the fields by name in byte order before you join and hash them.',
    steps: ({ order, write }) => {
      const body = write.rewritten(write.plain(order), (fields) => fields.toReversed());
      return [sends('a paid pay-in with its fields in another order', body)];
    },
  }),
  genuineCase({
    id: 'additional-field',
    title: 'an unknown field is accepted, and verified',
    why: `A later version of the API can add fields. ${genuine}`,
    fix: 'Verify every received field except sign, including unknown fields. After the verification, drop the fields that you do not need.',
    steps: ({ order, write }) => {
      const body = write.signed({ ...write.payin(order), channelCode: 'UPI-7', Zone: 'IN' });
      return [sends('a paid pay-in with two more fields', body)];
    },
  }),
  genuineCase({
    id: 'number-as-written',
    title: 'a number in JSON is verified exactly as written',
    format: 'json',
    why: `After parsing and encoding, 90.50 becomes 90.5, which is not the signed string. ${genuine}`,
    fix: 'Verify the raw body before you parse the JSON.',
    code: 'rawBody',
    steps: ({ order, write }) => {
      const body = write.signed({ ...write.payin(order), rate: '90.50' });
      const literal = body.replace('"rate":"90.50"', '"rate":90.50');
      return [sends('a paid pay-in with one more field, the number 90.50', literal)];
    },
  }),
  genuineCase({
    id: 'unicode',
    title: 'other scripts, quotes and symbols in a value are verified unchanged',
    why: genuine,
    fix: 'Read the body as UTF-8, and verify the decoded values. Do not encode, escape or trim the values.',
    steps: ({ order, write }) => {
      const body = write.signed(write.payin(order, { extra: unusualText }));
      return [sends('a paid pay-in with other scripts, quotes and + in extra', body)];
    },
  }),
  genuineCase({
    id: 'plus-in-form',
    title: 'a plus sign and a space in a form are different',
    format: 'form',
    why: `In a form, + is a space and %2B is a plus sign. ${genuine}`,
    code: 'readForm',
    fix: 'Decode the form once with an application/x-www-form-urlencoded parser, and verify the decoded values.',
    steps: ({ order, write }) => {
      const body = write.signed(write.payin(order, { extra: 'a+b c' }));
      return [sends('a paid pay-in whose extra is "a+b c"', body)];
    },
  }),
  genuineCase({
    id: 'late',
    title: 'a callback that arrives days after the payment is accepted',
    why: `Retries continue for seven hours, and an operator can re-send a callback days later. ${genuine}`,
    fix: 'Do not reject a callback because of its payTime. Process every genuine callback that your shop has not handled before.',
    steps: ({ order, write }) => {
      const threeDaysMs = 3 * 24 * 3_600_000;
      const body = write.signed(write.payin(order, { paidAt: write.now() - threeDaysMs }));
      return [sends(`a pay-in of ${formatAmount(order.amount)} paid three days ago`, body)];
    },
  }),
];
