import type { CaseMaterial, ExpectedCredit, SentCase, Step, WebhookCase } from '../case.ts';

const nothing = (): ExpectedCredit => ({ kind: 'nothing' });

const why =
  'Whoever knows the address can send this. One that is credited is a payment that nobody made; one that is answered success has not been verified, or is lost when it was genuine and damaged on the way.';

const fix =
  'Verify the signature over every field as received before anything else happens, and answer 401 without success when it does not fit. Nothing is looked up, stored or credited before that.';

/** A forgery, by what was done to a genuine callback. */
function forged(
  id: string,
  texts: Pick<SentCase, 'title'> & { readonly what: string; readonly needsBothKeys?: true },
  body: (material: CaseMaterial) => string,
): WebhookCase {
  const { title, what, needsBothKeys } = texts;
  const steps = (material: CaseMaterial): readonly Step[] => [
    { what, body: body(material), expected: 'refused' },
  ];
  return {
    id,
    title,
    kind: 'payin',
    why,
    fix,
    steps,
    credit: nothing,
    ...(needsBothKeys ? { needsBothKeys } : {}),
  };
}

/** What the gateway did not sign as it is (spec: Delivery rules 5; Authentication 2 and 3). */
export const forgedCases: readonly WebhookCase[] = [
  forged(
    'unsigned',
    { title: 'a callback without a signature is refused', what: 'a paid pay-in without sign' },
    ({ order, write }) => write.altered(write.plain(order), { sign: undefined }),
  ),
  forged(
    'empty-sign',
    { title: 'a callback with an empty signature is refused', what: 'a paid pay-in with an empty sign' },
    ({ order, write }) => write.altered(write.plain(order), { sign: '' }),
  ),
  forged(
    'altered-amount',
    {
      title: 'a callback with another amount is refused',
      what: 'a pay-in with its amounts raised after signing',
    },
    ({ order, write }) => {
      const more = write.amount(order.amount * 2n);
      return write.altered(write.plain(order), { amount: more, paidAmount: more });
    },
  ),
  forged(
    'altered-order',
    {
      title: 'a callback for another order is refused',
      what: 'a paid pay-in with its order changed after signing',
    },
    ({ order, other, write }) =>
      // Signed for an order that nobody has, and turned into one that is to be paid.
      write.altered(write.plain(other), {
        mchOrderNo: order.mchOrderNo,
        merchant_order_no: order.mchOrderNo,
      }),
  ),
  forged(
    'altered-merchant',
    {
      title: 'a callback whose merchant was changed is refused',
      what: 'a paid pay-in with its merchant changed after signing',
    },
    ({ order, write }) => write.altered(write.plain(order), { mchId: 'OTHER9', merchant_id: 'OTHER9' }),
  ),
  forged(
    'altered-status',
    {
      title: 'a failed callback that was made a paid one is refused',
      what: 'a failed pay-in with its status changed to success after signing',
    },
    ({ order, write }) => {
      const failed = write.signed(write.payin(order, { status: 'failed' }));
      return write.altered(failed, { status: 'success', paidAmount: write.amount(order.amount) });
    },
  ),
  forged(
    'other-key',
    {
      title: 'a pay-in that is signed with the other key is refused',
      what: 'a paid pay-in signed with mchSecret',
      needsBothKeys: true,
    },
    ({ order, write }) => write.signed(write.payin(order), 'mchSecret'),
  ),
];
