import { formatAmount } from '@inrgate/sdk/protocol';
import type { CaseMaterial, ExpectedCredit, WebhookCase } from '../case.ts';

const once = ({ order }: CaseMaterial): ExpectedCredit => ({ kind: 'once', amount: order.amount });

const genuine =
  'It is genuine: refused, it is sent again for seven hours and then given up, and the order stays unpaid.';

/** What JSON written twice, or a form read twice, would not bring back. */
const text = 'नीली शर्ट "L" 50% + 1/2 \\ é 😀';

/** The same callback, written otherwise (spec: Authentication 3 and 4; reading: Parameters). */
export const spellingCases: readonly WebhookCase[] = [
  {
    id: 'lower-case-sign',
    title: 'a signature in lower case is accepted',
    kind: 'payin',
    why: genuine,
    fix: 'Compare signatures ignoring case, and in constant time.',
    code: 'compareSign',
    steps: ({ order, write }) => {
      const body = write.plain(order);
      const lower = write.rewritten(body, (fields) =>
        fields.map(([name, value]) => [name, name === 'sign' ? value.toLowerCase() : value] as const),
      );
      return [{ what: 'a paid pay-in with its sign in lower case', body: lower, expected: 'acknowledged' }];
    },
    credit: once,
  },
  {
    id: 'reordered-fields',
    title: 'fields in another order are accepted',
    kind: 'payin',
    why: genuine,
    fix: 'Sort the fields by name, in plain byte order, before you join and hash them.',
    steps: ({ order, write }) => {
      const body = write.rewritten(write.plain(order), (fields) => fields.toReversed());
      return [{ what: 'a paid pay-in with its fields in another order', body, expected: 'acknowledged' }];
    },
    credit: once,
  },
  {
    id: 'additional-field',
    title: 'a field that you do not know is accepted, and verified',
    kind: 'payin',
    why: `A later version may add one. ${genuine}`,
    fix: 'Verify over every field that was received but sign, whether you know it or not; drop what you do not need afterwards.',
    steps: ({ order, write }) => {
      const body = write.signed({ ...write.payin(order), channelCode: 'UPI-7', Zone: 'IN' });
      return [{ what: 'a paid pay-in with two more fields', body, expected: 'acknowledged' }];
    },
    credit: once,
  },
  {
    id: 'number-as-written',
    title: 'a number in JSON is verified as it is written',
    kind: 'payin',
    format: 'json',
    why: `Parsed and written again, 90.50 becomes 90.5, and is another text than the one that was signed. ${genuine}`,
    fix: 'Verify over the raw body, before a parser of JSON has it.',
    code: 'rawBody',
    steps: ({ order, write }) => {
      const body = write.signed({ ...write.payin(order), rate: '90.50' });
      const literal = body.replace('"rate":"90.50"', '"rate":90.50');
      return [
        {
          what: 'a paid pay-in with one more field, the number 90.50',
          body: literal,
          expected: 'acknowledged',
        },
      ];
    },
    credit: once,
  },
  {
    id: 'unicode',
    title: 'other scripts, quotes and signs in a value are verified as they are',
    kind: 'payin',
    why: genuine,
    fix: 'Read the body as UTF-8, and sign values as they are after decoding: not encoded, not escaped, not trimmed.',
    steps: ({ order, write }) => {
      const body = write.signed(write.payin(order, { extra: text }));
      return [
        { what: 'a paid pay-in whose extra has other scripts, quotes and +', body, expected: 'acknowledged' },
      ];
    },
    credit: once,
  },
  {
    id: 'plus-in-form',
    title: 'a plus sign and a space in a form are told apart',
    kind: 'payin',
    format: 'form',
    why: `In a form + is a space, and %2B a plus sign. ${genuine}`,
    code: 'readForm',
    fix: 'Decode the form once, with a parser of application/x-www-form-urlencoded, and sign the decoded values.',
    steps: ({ order, write }) => {
      const body = write.signed(write.payin(order, { extra: 'a+b c' }));
      return [{ what: 'a paid pay-in whose extra is "a+b c"', body, expected: 'acknowledged' }];
    },
    credit: once,
  },
  {
    id: 'late',
    title: 'a callback that comes days after the payment is accepted',
    kind: 'payin',
    why: `Retries go on for seven hours, and an operator may send a callback again after days. ${genuine}`,
    fix: 'Do not refuse a callback for its payTime: what is genuine and was not handled yet is to be handled.',
    steps: ({ order, write }) => {
      const threeDaysMs = 3 * 24 * 3_600_000;
      const body = write.signed(write.payin(order, { paidAt: write.now() - threeDaysMs }));
      return [
        {
          what: `a pay-in of ${formatAmount(order.amount)} paid three days ago`,
          body,
          expected: 'acknowledged',
        },
      ];
    },
    credit: once,
  },
];
