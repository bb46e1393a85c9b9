import type { WebhookCase } from '../case.ts';

const lost =
  'What is not acknowledged is sent again for seven hours and then given up: the customer has paid, and the order stays open.';

const answer =
  'Answer status 200 and the plain text success, nothing else, once the work is done. Verify over the raw body with the key of its kind.';

/** A callback of each kind as it is sent every day (spec: Events; Delivery rules 1, 2 and 6). */
export const plainCases: readonly WebhookCase[] = [
  {
    id: 'payin-json',
    title: 'a paid pay-in as JSON is acknowledged, and credited once',
    kind: 'payin',
    plain: 'json',
    why: lost,
    fix: answer,
    code: 'rawBody',
  },
  {
    id: 'payin-form',
    title: 'a paid pay-in as a form is acknowledged, and credited once',
    kind: 'payin',
    plain: 'form',
    why: lost,
    fix: `${answer} A form's values are decoded before they are signed.`,
    code: 'readForm',
  },
  {
    id: 'test-json',
    title: "the panel's test as JSON is acknowledged, and credits nothing",
    kind: 'payin',
    plain: 'json',
    test: true,
    why: 'The test settles on the format of all callbacks; one that is credited is money that nobody paid.',
    fix: 'Verify it as any other (in JSON test is the boolean true, and is signed as the text true), answer success, and credit nothing.',
  },
  {
    id: 'test-form',
    title: "the panel's test as a form is acknowledged, and credits nothing",
    kind: 'payin',
    plain: 'form',
    test: true,
    why: 'The test settles on the format of all callbacks; one that is credited is money that nobody paid.',
    fix: 'Verify it as any other, answer success, and credit nothing.',
  },
  {
    id: 'payout-json',
    title: 'a paid payout as JSON is acknowledged, and recorded once',
    kind: 'payout',
    plain: 'json',
    why: 'What is not acknowledged is sent again for seven hours and then given up: the payout stays open in your books.',
    fix: `${answer} Payouts are signed with mchSecret, the API Secret.`,
    code: 'rawBody',
  },
  {
    id: 'payout-form',
    title: 'a paid payout as a form is acknowledged, and recorded once',
    kind: 'payout',
    plain: 'form',
    why: 'What is not acknowledged is sent again for seven hours and then given up: the payout stays open in your books.',
    fix: `${answer} Payouts are signed with mchSecret, the API Secret.`,
    code: 'readForm',
  },
  {
    id: 'link-json',
    title: 'a paid link is acknowledged, and credited once',
    kind: 'link',
    plain: 'json',
    why: lost,
    fix: 'A link is told as JSON whatever the format of the others, with link_code and client_ref, signed with mchSecret: answer any 2xx.',
    code: 'rawBody',
  },
];
