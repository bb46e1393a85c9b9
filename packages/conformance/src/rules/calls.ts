import type { RuleTable } from './rule.ts';
import { inBrowser, needsOperator, readOnly, smallest, theReceivers, theSdks } from './seen.ts';

/** Rules about payouts, queries, the legacy API, authentication and events. */
export const callRules: RuleTable = {
  'spec:payout.fields': smallest(
    'A payout contains exactly the fields that the specification lists. `txid` and `paidAt` are null until the gateway pays the payout.',
  ),
  'spec:payout.order-no': smallest('`orderNo` begins with WD.'),
  'spec:payout.fee': smallest('`fee` is 6.5 % of `amount` plus 10.00. `totalDebit` is `amount` plus `fee`.'),
  'spec:payout.held': smallest(
    'At creation, the gateway moves `totalDebit` from the available to the frozen balance. The amount stays frozen until the payout is paid or rejected.',
  ),
  'spec:v1.envelope': smallest('A successful v1 response contains `ok` = true and `data`.'),
  'spec:v1.fields': smallest(
    'A link contains the fields that the specification lists. Only the creation response contains `expires_at`. Only the status query contains `note` and `paid_at`.',
  ),
  'spec:payout.bank-list': needsOperator(
    'The gateway compares `bankCode` with 50 names, ignoring case. One of the names is `Other / Not Listed`. The gateway stores an unknown name unchanged.',
  ),
  'spec:auth.sign-required': readOnly('Every v3 request must contain `mchId` and `sign`.'),
  'spec:query.aliases': readOnly('The gateway accepts `merchant_id` instead of `mchId`.'),
  'spec:query.either-number': smallest(
    'A query finds the order by its order number or its gateway order number.',
  ),
  'spec:query.key-selects': smallest(
    'A query signed with `mchKey` searches the pay-ins. A query signed with `mchSecret` searches the payouts.',
  ),
  'spec:query.payin': smallest(
    'A query for a pay-in returns the pay-in in its current state, with `type` = `payin`.',
  ),
  'spec:query.payout': smallest(
    'A query for a payout returns the payout in its current state, with `type` = `payout`.',
  ),
  'spec:query.not-found': readOnly('A query for an unknown order returns 404 `order_not_found`.'),
  'spec:query.polling': theSdks(
    'A client polls an order at most once every few seconds, as `waitForFinal` does.',
  ),
  'spec:payout.aliases': readOnly(
    'The gateway accepts the aliases of `mchId` and `mchOrderNo` instead of the main names.',
  ),
  'spec:payout.idempotent': smallest(
    'A request with a repeated `mchOrderNo` returns the same payout. The gateway debits the wallet only once.',
  ),
  'spec:payout.conflict': smallest(
    'A request with a repeated `mchOrderNo` and a different amount or pay type returns 409 `duplicate_order`.',
  ),
  'spec:payout.detection': smallest(
    'If `payType` is missing, the gateway derives the pay type from the destination.',
  ),
  'spec:payout.destinations': readOnly(
    'A bank payout uses `bankCode`, `accountName`, `accountNumber` and `ifsc`. A UPI payout uses `upiId`. A USDT payout uses `usdtAddress`.',
  ),
  'spec:payout.account-number': readOnly('`accountNumber` consists of 6 to 20 digits.'),
  'spec:payout.ifsc': readOnly('`ifsc` is an IFSC code.'),
  'spec:payout.upi': readOnly('`upiId` uses the format name@bank.'),
  'spec:payout.usdt': readOnly(
    '`usdtAddress` is a TRC20 wallet address that begins with T. USDT must be enabled for the account.',
  ),
  'spec:payout.notify-url': needsOperator('The gateway ignores `notifyUrl`.'),
  'spec:payout.refusal-debits-nothing': needsOperator(
    'If the gateway rejects a payout request, it does not debit the wallet.',
  ),
  'spec:v1.create': smallest(
    '`create-link.php` accepts a POST request with a JSON body and returns the link.',
  ),
  'spec:v1.header-key': readOnly(
    'The client can send `api_key` in the header `X-Api-Key` instead of the body.',
  ),
  'spec:v1.idempotent': smallest('A request with a repeated `client_ref` returns the same link.'),
  'spec:v1.return-url': inBrowser('After the payment, the checkout redirects the customer to `return_url`.'),
  'spec:v1.currency': smallest('`currency` is `INR` (the default) or `USDT`.'),
  'spec:v1.sign': readOnly(
    '`sign` is the upper-case MD5 of the sorted non-empty parameters, followed by `&key=` and the API Secret.',
  ),
  'spec:v1.status': smallest(
    '`link-status.php` accepts a GET request and returns the link. The signature rule of `create-link.php` applies.',
  ),
  'spec:auth.same-answer': readOnly(
    'Rule 1: the gateway returns the same 401 for an unknown merchant and for a wrong signature, after the same amount of work.',
  ),
  'spec:auth.keys': readOnly(
    'Rule 2: mchKey signs pay-ins and pay-in queries. mchSecret signs payouts, payout queries and balance requests.',
  ),
  'spec:auth.wrong-key': readOnly(
    'Rule 2: a request signed with the merchant’s other key returns 401 `wrong_key_type`.',
  ),
  'spec:auth.callback-key': needsOperator(
    'Rule 2: mchKey signs pay-in callbacks. mchSecret signs payout callbacks.',
  ),
  'spec:auth.algorithm': readOnly(
    'Rule 3: `sign` is the upper-case MD5 of `name=value` pairs joined with `&`, followed by `&key=` and the key. The values are not URL-encoded.',
  ),
  'spec:auth.empty-dropped': readOnly(
    'Rule 3: the signed string omits `sign` itself, and parameters that are empty or null.',
  ),
  'spec:auth.byte-order': readOnly(
    'Rule 3: the names are sorted in byte order, with upper case before lower case.',
  ),
  'spec:auth.callback-compare': theReceivers(
    'Rule 4: a receiver compares signatures without regard to case.',
  ),
  'spec:auth.ip-list': needsOperator(
    'Rule 5: if the merchant has saved an IP allow-list, the gateway accepts requests only from the listed IP addresses.',
  ),
  'spec:auth.payout-ip-list': needsOperator(
    'Rule 5: if the merchant has not saved an IP allow-list, the gateway rejects payouts.',
  ),
  'spec:auth.server-only': readOnly(
    'Rule 6: a web page from another origin cannot read any response, so the client must be a server.',
  ),
  'spec:auth.suspended': needsOperator(
    'Rule 7: a request from a suspended account returns 403 `account_suspended`.',
  ),
  'spec:auth.v1-secret': readOnly(
    'Rule 8: the API Secret signs v1 requests. `api_key` identifies the merchant.',
  ),
  'spec:events.format': needsOperator(
    'Callbacks are JSON or form-encoded, in the format that the gateway saved for the merchant. The default is JSON.',
  ),
  'spec:events.signed': needsOperator('`sign` covers every non-empty field of a callback.'),
  'spec:events.payin': needsOperator(
    'A pay-in callback contains the fields that the specification lists. The gateway sends the callback when the customer pays or the order fails.',
  ),
  'spec:events.payin.target': needsOperator(
    'The gateway sends a pay-in callback to the order’s `notifyUrl`. If the order has no `notifyUrl`, the gateway uses the saved callback URL.',
  ),
  'spec:events.payout': needsOperator(
    'A payout callback contains the fields that the specification lists. The gateway sends the callback when a payout is approved, paid or rejected.',
  ),
  'spec:events.payout.target': needsOperator(
    'The gateway sends a payout callback to the saved callback URL.',
  ),
  'spec:delivery.1': needsOperator(
    'Rule 1: a receiver acknowledges a callback with HTTP 200 and the plain text `success`.',
  ),
  'spec:delivery.2': needsOperator(
    'Rule 2: a delivery fails after a timeout, a redirect, an error status or a body without `success`.',
  ),
  'spec:delivery.3': needsOperator(
    'Rule 3: the gateway retries a failed delivery after 1 min, 5 min, 15 min, 1 h and 6 h. After the last failed retry, the gateway marks the delivery as failed and notifies the merchant.',
  ),
  'spec:delivery.4': needsOperator(
    'Rule 4: retries and manual re-sends can deliver the same callback several times. The receiver processes the callback once.',
  ),
  'spec:delivery.5': needsOperator(
    'Rule 5: a receiver checks the signature, the status and the paid amount. The receiver can confirm these values with the query.',
  ),
  'spec:delivery.6': needsOperator(
    'Rule 6: the callback test in the merchant dashboard sends a signed callback with `test` = true, as JSON and as a form. The gateway saves the format that the receiver accepts.',
  ),
  'spec:events.legacy': needsOperator(
    'For a paid link, the gateway posts JSON to `notify_url`, signed with the API Secret. The body contains `link_code`, `client_ref`, `amount`, `currency`, `status`, `paid_at` and `sign`.',
  ),
  'spec:events.legacy.2xx': needsOperator('A response with any 2xx status acknowledges a link callback.'),
  'spec:events.legacy.retries': needsOperator(
    'The gateway retries a failed link callback on the v3 schedule.',
  ),
};
