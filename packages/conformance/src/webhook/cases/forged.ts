import { type CaseMaterial, nothing, type Step, sends, type WebhookCase } from '../case.ts';
import { type CheckedKind, keyOfKind, kindNames } from '../order.ts';

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
  readonly needsBothKeys?: true;
  readonly format?: 'json';
  readonly body: (material: CaseMaterial) => string | readonly string[];
}

const everyKind: readonly CheckedKind[] = ['payin', 'payout', 'link'];

/** JSON values of other types that equal any string in a loose comparison. */
const otherTypes = ['true', '0'] as const;

const forgeries: readonly Forgery[] = [
  {
    id: 'unsigned',
    kinds: everyKind,
    title: 'without a signature is rejected',
    what: 'without sign',
    body: ({ order, write }) => write.altered(write.plain(order), { sign: undefined }),
  },
  {
    id: 'empty-sign',
    kinds: everyKind,
    title: 'with an empty signature is rejected',
    what: 'with an empty sign',
    body: ({ order, write }) => write.altered(write.plain(order), { sign: '' }),
  },
  {
    id: 'sign-type',
    kinds: everyKind,
    title: 'with a signature that is not a string is rejected',
    what: 'with a sign that is not a string',
    format: 'json',
    body: ({ order, write }) =>
      otherTypes.map((literal) => write.plain(order).replace(/"sign":"[^"]*"/, `"sign":${literal}`)),
  },
  {
    id: 'altered-amount',
    kinds: everyKind,
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
    kinds: everyKind,
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
    kinds: ['payin', 'payout'],
    title: 'with a changed merchant is rejected',
    what: 'with its merchant changed after signing',
    body: ({ order, write }) => write.altered(write.plain(order), { mchId: 'OTHER9', merchant_id: 'OTHER9' }),
  },
  {
    id: 'altered-status',
    kinds: ['payin', 'payout'],
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
    kinds: everyKind,
    title: 'signed with the other key is rejected',
    what: 'signed with the other key',
    needsBothKeys: true,
    body: ({ order, write }) =>
      write.signed(write[order.kind](order), order.kind === 'payin' ? 'mchSecret' : 'mchKey'),
  },
];

/** Cases with callbacks that the gateway did not sign in this form (spec: Delivery rules 5; Authentication 2 and 3). */
export const forgedCases: readonly WebhookCase[] = everyKind.flatMap((kind) =>
  forgeries
    .filter(({ kinds }) => kinds.includes(kind))
    .map(({ id, title, what, body, needsBothKeys, format }): WebhookCase => {
      const steps = (material: CaseMaterial): readonly Step[] =>
        [body(material)].flat().map((one) => sends(`${kindNames[kind]} ${what}`, one, 'refused'));
      return {
        id: kind === 'payin' ? id : `${kind}-${id}`,
        title: `${kind === 'payin' ? 'a callback' : kindNames[kind]} ${title}`,
        ...{ kind, why, fix, code: 'compareSign', steps, credit: nothing },
        ...(needsBothKeys && { needsBothKeys }),
        ...(format && { format }),
      };
    }),
);
