import type { CallbackFields } from '@inrgate/sdk/internal';
import { type CheckedKind, checkedKinds, keyOfKind, kindNames, unusualText } from '../callback-writer.ts';
import { type CaseMaterial, once, type PlainCase, type SentCase, sends, type WebhookCase } from '../case.ts';

const unpaid =
  'If the callback is not acknowledged, the gateway stops retrying after seven hours, and the order stays open.';
const everyPayment = `Every payment arrives like this. ${unpaid} If the credit is wrong, every credit is.`;
const everyPayout =
  'Every payout ends like this. If the callback is not acknowledged, the gateway stops retrying after seven hours, and the payout stays open in your records.';
const testCredit =
  'The test callback determines the format of all callbacks. If your shop credits the test callback, it credits money that was never paid.';

const response =
  'Return status 200 and exactly the plain text success after the work is done. The signature covers names and values: parse the body into strings without converting a value, and verify with the key for the kind of callback.';
const testResponse =
  'Verify the test callback like any other callback. Return success without crediting an order.';

const asJson = { plain: 'json', code: 'parseBody' } as const;
const asForm = { plain: 'form', code: 'readForm' } as const;
const payin = { kind: 'payin', why: everyPayment } as const;
const test = { kind: 'payin', test: true, why: testCredit } as const;
const payoutFix = `${response} Payouts are signed with mchSecret, the API Secret.`;
const payout = { kind: 'payout', why: everyPayout, fix: payoutFix } as const;

/** Cases with the usual callback of each kind (spec: Events; Delivery rules 1, 2 and 6). */
export const plainCases: readonly PlainCase[] = [
  {
    ...{ id: 'payin-json', ...payin, ...asJson, fix: response },
    title: 'a paid pay-in as JSON is acknowledged, and credited once',
  },
  {
    ...{ id: 'payin-form', ...payin, ...asForm },
    title: 'a paid pay-in as a form is acknowledged, and credited once',
    fix: `${response} Decode the form once before you verify the signature.`,
  },
  {
    ...{ id: 'test-json', ...test, plain: 'json' },
    title: 'the test callback as JSON is acknowledged, and credits nothing',
    fix: `${testResponse} In JSON, test is the boolean true and is signed as the string true.`,
  },
  {
    ...{ id: 'test-form', ...test, plain: 'form', fix: testResponse },
    title: 'the test callback as a form is acknowledged, and credits nothing',
  },
  {
    ...{ id: 'payout-json', ...payout, ...asJson },
    title: 'a paid payout as JSON is acknowledged, and recorded once',
  },
  {
    ...{ id: 'payout-form', ...payout, ...asForm },
    title: 'a paid payout as a form is acknowledged, and recorded once',
  },
  {
    ...{ id: 'link-json', kind: 'link', why: everyPayment, ...asJson },
    title: 'a paid link is acknowledged, and credited once',
    fix: 'Return any 2xx. A link callback is always JSON, contains link_code and client_ref, and is signed with mchSecret.',
  },
];

const genuine =
  'The callback is genuine. If your endpoint rejects it, the gateway stops retrying after seven hours, and the order stays unpaid.';

interface Spelling extends Pick<SentCase, 'id' | 'title' | 'why' | 'fix' | 'code' | 'formats'> {
  readonly kinds: readonly CheckedKind[];
  /** End of the description, after `a paid pay-in`. */
  readonly what: string;
  readonly body: (material: CaseMaterial) => string;
}

/** Returns the signed callback of a paid order with other fields. */
function paid({ order, write }: CaseMaterial, more: CallbackFields): string {
  return write.signed({ ...write[order.kind](order), ...more }, keyOfKind[order.kind]);
}

/** A tag, an entity, a quotation mark of SQL, and a letter of two characters that NFC joins. */
const changedByFilters = "<b>A&amp;B</b> O'Neil e\u0301";

const threeDaysMs = 3 * 24 * 3_600_000;

/** Other encodings of the same callback (spec: Authentication 3 and 4; reading: Parameters). */
const spellings: readonly Spelling[] = [
  {
    id: 'lower-case-sign',
    kinds: checkedKinds,
    title: 'a signature in lower case is accepted',
    why: genuine,
    fix: 'Ignore case when you compare signatures, and use a constant-time comparison.',
    code: 'compareSign',
    what: 'with its sign in lower case',
    body: ({ order, write }) =>
      write.rewritten(write.plain(order), (fields) =>
        fields.map(([name, value]) => [name, name === 'sign' ? value.toLowerCase() : value] as const),
      ),
  },
  {
    id: 'reordered-fields',
    kinds: checkedKinds,
    title: 'fields in another order are accepted',
    why: genuine,
    fix: 'Sort the fields by name in byte order before you join and hash them.',
    what: 'with its fields in another order',
    body: ({ order, write }) => write.rewritten(write.plain(order), (fields) => fields.toReversed()),
  },
  {
    id: 'additional-field',
    kinds: checkedKinds,
    title: 'an unknown field is accepted, and verified',
    why: `A later version of the API can add fields. ${genuine}`,
    fix: 'Verify every received field except sign, including unknown fields. After the verification, drop the fields that you do not need.',
    what: 'with two more fields',
    body: (material) => paid(material, { channelCode: 'UPI-7', Zone: 'IN' }),
  },
  {
    id: 'number-as-written',
    kinds: checkedKinds,
    title: 'a number in JSON is verified exactly as written',
    formats: ['json'],
    why: `After parsing and encoding, 90.50 becomes 90.5, which is not the signed string. ${genuine}`,
    fix: 'The signature covers names and values. Parse the JSON without converting a value, so that a number keeps the digits that were sent.',
    code: 'parseBody',
    what: 'with one more field, the number 90.50',
    body: (material) => paid(material, { rate: '90.50' }).replace('"rate":"90.50"', '"rate":90.50'),
  },
  {
    id: 'unicode',
    kinds: ['payin', 'payout'],
    title: 'other scripts, quotes and symbols in a value are verified unchanged',
    why: genuine,
    fix: 'Read the body as UTF-8, and verify the decoded values. Do not encode, escape, normalise or trim the values.',
    what: 'with spaces, other scripts, quotes, tags and + in a value',
    body: (material) => paid(material, { [freeText(material)]: ` ${unusualText}  ${changedByFilters} ` }),
  },
  {
    id: 'plus-in-form',
    kinds: ['payin', 'payout'],
    title: 'a plus sign and a space in a form are different',
    formats: ['form'],
    why: `In a form, + is a space and %2B is a plus sign. ${genuine}`,
    code: 'readForm',
    fix: 'Decode the form once with an application/x-www-form-urlencoded parser, and verify the decoded values.',
    what: 'with the value "a+b c"',
    body: (material) => paid(material, { [freeText(material)]: 'a+b c' }),
  },
  {
    id: 'no-txid',
    kinds: ['payout'],
    title: 'a payout without a transfer reference is accepted',
    why: `txid is present only when the gateway knows a reference. ${genuine}`,
    fix: 'Store txid if it is present, and do not require it.',
    what: 'without txid',
    body: (material) => paid(material, { txid: '' }),
  },
  {
    id: 'late',
    kinds: checkedKinds,
    title: 'a callback that arrives days after the payment is accepted',
    why: `Retries continue for seven hours, and an operator can re-send a callback days later. ${genuine}`,
    fix: 'Do not reject a callback because of its time. Process every genuine callback that your shop has not handled before.',
    what: 'three days after the payment',
    body: ({ order, write }) => {
      const paidAt = write.now() - threeDaysMs;
      const fields = {
        payin: () => write.payin(order, { paidAt }),
        payout: () => write.payout(order, 'success', paidAt),
        link: () => write.link(order, paidAt),
      };
      return write.signed(fields[order.kind](), keyOfKind[order.kind]);
    },
  },
];

/** The field whose value a merchant or an operator chooses. */
function freeText({ order }: CaseMaterial): 'extra' | 'message' {
  return order.kind === 'payin' ? 'extra' : 'message';
}

/** Cases with other encodings of a genuine callback, for each kind. */
export const spellingCases: readonly WebhookCase[] = checkedKinds.flatMap((kind) =>
  spellings
    .filter(({ kinds }) => kinds.includes(kind))
    .map(({ kinds: _, id, title, what, body, ...texts }): WebhookCase => {
      const described = kind === 'payin' ? title : `${title} (${kind})`;
      return {
        ...texts,
        ...{ id: kind === 'payin' ? id : `${kind}-${id}`, title: described, kind },
        steps: (material) => [sends(`${kindNames[kind]} ${what}`, body(material))],
        credit: once,
      };
    }),
);

/** Bodies that no parser of the format accepts, and bodies that contain no fields. */
function unreadable({ order, format, write }: CaseMaterial): readonly string[] {
  const whole = write.plain(order);
  const cut = whole.slice(0, whole.length / 2);
  return format === 'json' ? ['', '{', 'null', '[]', '"success"', cut] : ['', '%', '=', '{}', cut];
}

/** Cases with bodies that are not a callback, followed by a genuine callback (spec: Delivery rules 1 and 5). */
export const unreadableCases: readonly WebhookCase[] = checkedKinds.map((kind) => ({
  id: kind === 'payin' ? 'unreadable-body' : `${kind}-unreadable-body`,
  title: `a body that cannot be read is rejected, and ${kindNames[kind]} after it is processed`,
  kind,
  why: 'A proxy can cut a callback. If your endpoint acknowledges the rest, the payment is lost. If such a body stops the endpoint, any client can stop your callbacks.',
  fix: 'If the body cannot be parsed or contains no signature, return 400. Catch the exception of the parser, so that the process continues.',
  steps: (material) => [
    ...unreadable(material).map((body) => sends('a body that cannot be read', body, 'refused')),
    sends(kindNames[kind], material.write.plain(material.order)),
  ],
  credit: once,
}));
