import { type CheckedKind, checkedKinds, kindNames } from '../callback-writer.ts';
import { type CaseMaterial, nothing, type Step, type WebhookCase } from '../case.ts';

const why =
  'Any client that knows the URL can send a forged callback. If your shop credits a forged callback, it credits money that was never paid. If your endpoint acknowledges it, a genuine callback that was damaged in transit is lost.';

const fix =
  'First verify the signature over every field as received. If the signature is wrong, return 401 without success. Look up, store and credit an order only after the verification.';

interface Forgery {
  readonly id: string;
  readonly kinds: readonly CheckedKind[];
  /** End of the title, after `a callback` or the kind: `without a signature is rejected`. */
  readonly title: string;
  /** End of the description, after `a paid pay-in`. */
  readonly what: string;
  /** Replaces the general fix. */
  readonly fix?: string;
  readonly needsBothKeys?: true;
  readonly aboutCredit?: true;
  readonly body: (material: CaseMaterial) => Forged | readonly Forged[];
}

/** A body that must be rejected, or a step that differs from this. Its `what` follows `a paid pay-in`. */
type Forged = string | (Pick<Step, 'body'> & Partial<Step>);

const keyedFix =
  'Take the key from your configuration, and stop if it is missing. Compare mchId with your own Merchant ID before you choose a key. Never verify a callback with an empty or a public key.';

/** JSON values of other types. In a loose comparison, some equal any string, and others end the comparison. */
const otherTypes = ['true', '0', 'null', '[]', '["0"]', '{}'] as const;
/** The array syntax of PHP and Express in a form. */
const arrays = ['sign[]=', 'sign[]=0', 'sign[x]=0'] as const;

/** Ends of the signed string if the key is missing. Languages write a missing key in different ways. */
const withoutKey = ['&key=', '', '&key=null', '&key=undefined', '&key=None', '&key=0'] as const;

/** Keys from documentation and examples, which anybody can know. */
const publicKeys = ['demo-mch-key', 'demo-mch-secret', 'secret', 'test', '123456'] as const;

/** Signatures that are right only in part: the beginning, the end, all but one digit, and two beginnings. */
function partsOf(sign: string): readonly string[] {
  const other = [...sign].map((digit) => (digit === '0' ? '1' : '0')).join('');
  return [
    sign.slice(0, 8) + other.slice(8),
    other.slice(0, 24) + sign.slice(24),
    sign.slice(0, 31) + other.slice(31),
    sign.slice(0, 8),
    sign.slice(0, 1),
  ];
}

function signOf(body: string): string {
  return /sign(?:":"|=)([0-9A-F]{32})/.exec(body)?.[1] ?? '';
}

const withMerchant: readonly CheckedKind[] = ['payin', 'payout'];
/** Merchant IDs that every JavaScript object has as keys, with the ends that these values cause. */
const inherited = [
  ['constructor', '&key=function Object() { [native code] }'],
  ['constructor', '&key=undefined'],
  ['__proto__', '&key=[object Object]'],
  ['__proto__', '&key=undefined'],
] as const;
const otherMerchant = { mchId: 'OTHER9', merchant_id: 'OTHER9' };

/** The fields that turn the callback of an unpaid order into that of a paid order. */
function paidOf({ order, write }: CaseMaterial): Readonly<Record<string, string>> {
  return { status: 'success', ...(order.kind === 'payin' && { paidAmount: write.amount(order.amount) }) };
}

const changed = (status: string) => `with its status changed to ${status} after signing`;

const forgeries: readonly Forgery[] = [
  {
    id: 'unsigned',
    kinds: checkedKinds,
    title: 'without a signature is rejected',
    what: 'without sign',
    body: ({ order, write }) => write.altered(write.plain(order), { sign: undefined }),
  },
  {
    id: 'empty-sign',
    kinds: checkedKinds,
    title: 'with an empty signature is rejected',
    what: 'with an empty sign',
    body: ({ order, write }) => write.altered(write.plain(order), { sign: '' }),
  },
  {
    id: 'sign-type',
    kinds: checkedKinds,
    title: 'with a signature that is not a string is rejected',
    what: 'with a sign that is not a string',
    body: ({ order, format, write }) => {
      const body = write.plain(order);
      if (format === 'json') {
        return otherTypes.map((literal) => body.replace(/"sign":"[^"]*"/, `"sign":${literal}`));
      }
      const unsigned = write.altered(body, { sign: undefined });
      return arrays.map((array) => `${unsigned}&${array}`);
    },
  },
  {
    id: 'partial-sign',
    kinds: checkedKinds,
    title: 'with a signature that is right only in part is rejected',
    what: 'with a sign that is right only in part',
    body: ({ order, write }) => {
      const body = write.plain(order);
      return partsOf(signOf(body)).map((sign) => write.altered(body, { sign }));
    },
  },
  {
    id: 'empty-key',
    kinds: checkedKinds,
    title: 'signed without a key is rejected',
    what: 'signed with an empty key',
    fix: keyedFix,
    body: ({ order, write }) => withoutKey.map((end) => write.forged(write[order.kind](order), end)),
  },
  {
    id: 'unknown-merchant',
    kinds: withMerchant,
    title: 'of an unknown merchant, signed without a key, is rejected',
    what: 'of an unknown merchant, signed without its key',
    fix: keyedFix,
    body: ({ order, write }) =>
      [...withoutKey.map((end) => ['OTHER9', end] as const), ...inherited].map(([mchId, end]) => ({
        what: `of the unknown merchant ${mchId}, signed without its key`,
        body: write.forged({ ...write[order.kind](order), mchId, merchant_id: mchId }, end),
      })),
  },
  {
    id: 'public-key',
    kinds: checkedKinds,
    title: 'signed with a public key is rejected',
    what: 'signed with a key from the documentation',
    fix: keyedFix,
    body: ({ order, write }) =>
      publicKeys
        .filter((key) => !write.isOwn(key))
        .map((key) => write.forged(write[order.kind](order), `&key=${key}`)),
  },
  {
    id: 'altered-amount',
    kinds: checkedKinds,
    title: 'with another amount is rejected',
    what: 'with its amounts raised after signing',
    body: ({ order, write }) => {
      const more = write.amount(order.amount * 2n);
      const paid = order.kind === 'payin' ? { paidAmount: more } : {};
      return write.altered(write.plain(order), { amount: more, ...paid });
    },
  },
  {
    id: 'altered-order',
    kinds: checkedKinds,
    title: 'for another order is rejected',
    what: 'with its order changed after signing',
    // Sign the callback for an unknown order, then change it to an order of the shop.
    body: ({ order, other, write }) =>
      write.altered(
        write.plain(other),
        order.kind === 'link'
          ? { client_ref: order.mchOrderNo }
          : { mchOrderNo: order.mchOrderNo, merchant_order_no: order.mchOrderNo },
      ),
  },
  {
    id: 'altered-merchant',
    kinds: withMerchant,
    title: 'with a changed merchant is rejected',
    what: 'with its merchant changed after signing',
    body: ({ order, write }) => write.altered(write.plain(order), otherMerchant),
  },
  {
    id: 'altered-status',
    kinds: withMerchant,
    title: 'with a changed status is rejected',
    what: 'with its status changed after signing',
    // Send the forgeries again after the genuine callback, because an endpoint may trust a sign that it has verified.
    body: (material) => {
      const { order, write } = material;
      const body = material.write.unpaid(material.order);
      const forgeries = [
        { what: changed('success'), body: write.altered(body, paidOf(material)) },
        { what: changed('failed'), body: write.altered(write.plain(order), { status: 'failed' }) },
      ];
      return [...forgeries, { what: 'before its payment', body, expected: 'either' }, ...forgeries];
    },
  },
  {
    id: 'repeated-field',
    kinds: withMerchant,
    aboutCredit: true,
    title: 'with two values of a field is settled by the signed value',
    what: 'with a second status',
    fix: 'Reject a body that contains a field twice. Take every field from the body that you verified, never from the query of the URL.',
    body: (material) => {
      const { write } = material;
      const [body, paid] = [material.write.unpaid(material.order), paidOf(material)];
      const second = 'before its payment, with a second status';
      return [
        ...(['before', 'after'] as const).map((where) => ({
          what: `${second} ${where} the signed status`,
          body: write.repeated(body, paid, where),
        })),
        { what: `${second} in the URL`, body, query: new URLSearchParams(paid).toString() },
      ].map((step) => ({ ...step, expected: 'either' }));
    },
  },
  {
    id: 'test-flag',
    kinds: withMerchant,
    title: 'with the field test added after signing is rejected',
    what: 'with the field test added after signing',
    fix: 'Verify the signature of every callback, also of the test callback. Only after that, treat test: true and test: "true" as the test callback.',
    body: ({ order, write }) =>
      ['true', 'false', '1', '0'].map((test) => write.altered(write.plain(order), { test })),
  },
  {
    id: 'other-request',
    kinds: checkedKinds,
    title: 'in another kind of request is verified too',
    what: 'without sign as text/plain',
    fix: 'Accept only POST with the content type of JSON or of a form, and verify the signature in the only place that reads the fields.',
    body: ({ order, format, write }) => {
      const body = write.altered(write.plain(order), { sign: undefined });
      const query = write.query(body);
      const inQuery: readonly Forged[] = [
        { what: 'without sign, by GET', body: '', query, method: 'GET', expected: 'either' },
        { what: 'without sign, in the URL', body: '', query },
      ];
      return [
        { what: 'without sign, as text/plain', body, contentType: 'text/plain' },
        ...(format === 'form' ? inQuery : []),
      ];
    },
  },
  {
    id: 'other-key',
    kinds: checkedKinds,
    title: 'signed with the other key is rejected',
    what: 'signed with the other key',
    needsBothKeys: true,
    body: ({ order, write }) =>
      write.signed(write[order.kind](order), order.kind === 'payin' ? 'mchSecret' : 'mchKey'),
  },
];

/** Cases with callbacks that the gateway did not sign in this form (spec: Delivery rules 5; Authentication 2 and 3). */
export const forgedCases: readonly WebhookCase[] = checkedKinds.flatMap((kind) =>
  forgeries
    .filter(({ kinds }) => kinds.includes(kind))
    .map((forgery): WebhookCase => {
      const { id, title, what, body, needsBothKeys, aboutCredit } = forgery;
      const steps = (material: CaseMaterial): readonly Step[] =>
        [body(material)].flat().map((one) => ({
          expected: 'refused',
          ...(typeof one === 'string' ? { body: one } : one),
          what: `${kindNames[kind]} ${typeof one === 'string' ? what : one.what}`,
        }));
      return {
        id: kind === 'payin' ? id : `${kind}-${id}`,
        title: `${kind === 'payin' ? 'a callback' : kindNames[kind]} ${title}`,
        ...{ kind, why, fix: forgery.fix ?? fix, code: 'compareSign', steps, credit: nothing },
        inEveryFormat: true,
        ...(needsBothKeys && { needsBothKeys }),
        ...(aboutCredit && { aboutCredit }),
      };
    }),
);
