import { type CaseMaterial, nothing, type Step, sends, type WebhookCase } from '../case.ts';
import { type CheckedKind, checkedKinds, keyOfKind, kindNames } from '../order.ts';

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
  readonly body: (material: CaseMaterial) => string | readonly string[];
}

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
const otherMerchant = { mchId: 'OTHER9', merchant_id: 'OTHER9' };

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
    what: 'of the unknown merchant OTHER9, signed with an empty key',
    fix: keyedFix,
    body: ({ order, write }) =>
      withoutKey.map((end) => write.forged({ ...write[order.kind](order), ...otherMerchant }, end)),
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
    title: 'with its status changed from failed to success is rejected',
    what: 'with its status changed from failed to success after signing',
    body: ({ order, write }) => {
      const fields =
        order.kind === 'payin' ? write.payin(order, { status: 'failed' }) : write.payout(order, 'failed');
      const paid = order.kind === 'payin' ? { paidAmount: write.amount(order.amount) } : {};
      return write.altered(write.signed(fields, keyOfKind[order.kind]), { status: 'success', ...paid });
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
      const { id, title, what, body, needsBothKeys } = forgery;
      const steps = (material: CaseMaterial): readonly Step[] =>
        [body(material)].flat().map((one) => sends(`${kindNames[kind]} ${what}`, one, 'refused'));
      return {
        id: kind === 'payin' ? id : `${kind}-${id}`,
        title: `${kind === 'payin' ? 'a callback' : kindNames[kind]} ${title}`,
        ...{ kind, why, fix: forgery.fix ?? fix, code: 'compareSign', steps, credit: nothing },
        inEveryFormat: true,
        ...(needsBothKeys && { needsBothKeys }),
      };
    }),
);
