import type { WebhookCase } from '../case.ts';

const lost =
  'Every payment arrives like this. If the callback is not acknowledged, the gateway stops retrying after seven hours, and the order stays open. If the credit is wrong, every credit is.';

const response =
  'Return status 200 and exactly the plain text success after the work is done. The signature covers names and values: parse the body into strings without converting a value, and verify with the key for the kind of callback.';

/** Cases with the usual callback of each kind (spec: Events; Delivery rules 1, 2 and 6). */
export const plainCases: readonly WebhookCase[] = [
  {
    id: 'payin-json',
    title: 'a paid pay-in as JSON is acknowledged, and credited once',
    kind: 'payin',
    plain: 'json',
    why: lost,
    fix: response,
    code: 'parseBody',
  },
  {
    id: 'payin-form',
    title: 'a paid pay-in as a form is acknowledged, and credited once',
    kind: 'payin',
    plain: 'form',
    why: lost,
    fix: `${response} Decode the form once before you verify the signature.`,
    code: 'readForm',
  },
  {
    id: 'test-json',
    title: 'the test callback as JSON is acknowledged, and credits nothing',
    kind: 'payin',
    plain: 'json',
    test: true,
    why: 'The test callback determines the format of all callbacks. If your shop credits the test callback, it credits money that was never paid.',
    fix: 'Verify the test callback like any other callback. Return success without crediting an order. In JSON, test is the boolean true and is signed as the string true.',
  },
  {
    id: 'test-form',
    title: 'the test callback as a form is acknowledged, and credits nothing',
    kind: 'payin',
    plain: 'form',
    test: true,
    why: 'The test callback determines the format of all callbacks. If your shop credits the test callback, it credits money that was never paid.',
    fix: 'Verify the test callback like any other callback. Return success without crediting an order.',
  },
  {
    id: 'payout-json',
    title: 'a paid payout as JSON is acknowledged, and recorded once',
    kind: 'payout',
    plain: 'json',
    why: 'Every payout ends like this. If the callback is not acknowledged, the gateway stops retrying after seven hours, and the payout stays open in your records.',
    fix: `${response} Payouts are signed with mchSecret, the API Secret.`,
    code: 'parseBody',
  },
  {
    id: 'payout-form',
    title: 'a paid payout as a form is acknowledged, and recorded once',
    kind: 'payout',
    plain: 'form',
    why: 'Every payout ends like this. If the callback is not acknowledged, the gateway stops retrying after seven hours, and the payout stays open in your records.',
    fix: `${response} Payouts are signed with mchSecret, the API Secret.`,
    code: 'readForm',
  },
  {
    id: 'link-json',
    title: 'a paid link is acknowledged, and credited once',
    kind: 'link',
    plain: 'json',
    why: lost,
    fix: 'Return any 2xx. A link callback is always JSON, contains link_code and client_ref, and is signed with mchSecret.',
    code: 'parseBody',
  },
];
