import { inBrowser, theReceivers, theSdks } from './never.ts';
import type { RuleRow } from './rule.ts';

/** Rules about payouts, queries, the legacy API, authentication and events. */
export const callRules: readonly RuleRow[] = [
  [
    'smallest',
    'spec:payout.fields',
    'A payout contains exactly the fields that the specification lists. txid and paidAt are null until the gateway pays the payout.',
  ],
  ['smallest', 'spec:payout.order-no', 'orderNo begins with WD.'],
  ['smallest', 'spec:payout.fee', 'fee is 6.5 % of amount plus 10.00. totalDebit is amount plus fee.'],
  [
    'smallest',
    'spec:payout.held',
    'At creation, the gateway moves totalDebit from the available to the frozen balance. The amount stays frozen until the payout is paid or rejected.',
  ],
  ['smallest', 'spec:v1.envelope', 'A successful v1 response contains ok = true and data.'],
  [
    'smallest',
    'spec:v1.fields',
    'A link contains the fields that the specification lists. Only the creation response contains expires_at. Only the status query contains note and paid_at.',
  ],
  [
    'mock',
    'spec:payout.bank-list',
    'The gateway compares bankCode with 50 names, ignoring case. One of the names is Other / Not Listed. The gateway stores an unknown name unchanged.',
  ],
  ['read-only', 'spec:auth.sign-required', 'Every v3 request must contain mchId and sign.'],
  ['read-only', 'spec:query.aliases', 'The gateway accepts merchant_id instead of mchId.'],
  [
    'smallest',
    'spec:query.either-number',
    'A query finds the order by its order number or its gateway order number.',
  ],
  [
    'smallest',
    'spec:query.key-selects',
    'A query signed with mchKey searches the pay-ins. A query signed with mchSecret searches the payouts.',
  ],
  [
    'smallest',
    'spec:query.payin',
    'A query for a pay-in returns the pay-in in its current state, with type = payin.',
  ],
  [
    'smallest',
    'spec:query.payout',
    'A query for a payout returns the payout in its current state, with type = payout.',
  ],
  ['read-only', 'spec:query.not-found', 'A query for an unknown order returns 404 order_not_found.'],
  [
    theSdks,
    'spec:query.polling',
    'A client polls an order at most once every few seconds, as waitForFinal does.',
  ],
  [
    'read-only',
    'spec:payout.aliases',
    'The gateway accepts the aliases of mchId and mchOrderNo instead of the main names.',
  ],
  [
    'smallest',
    'spec:payout.idempotent',
    'A request with a repeated mchOrderNo returns the same payout. The gateway debits the wallet only once.',
  ],
  [
    'smallest',
    'spec:payout.conflict',
    'A request with a repeated mchOrderNo and a different amount or pay type returns 409 duplicate_order.',
  ],
  [
    'smallest',
    'spec:payout.detection',
    'If payType is missing, the gateway derives the pay type from the destination.',
  ],
  [
    'read-only',
    'spec:payout.destinations',
    'A bank payout uses bankCode, accountName, accountNumber and ifsc. A UPI payout uses upiId. A USDT payout uses usdtAddress.',
  ],
  ['read-only', 'spec:payout.account-number', 'accountNumber consists of 6 to 20 digits.'],
  ['read-only', 'spec:payout.ifsc', 'ifsc is an IFSC code.'],
  ['read-only', 'spec:payout.upi', 'upiId uses the format name@bank.'],
  [
    'read-only',
    'spec:payout.usdt',
    'usdtAddress is a TRC20 wallet address that begins with T. USDT must be enabled for the account.',
  ],
  ['mock', 'spec:payout.notify-url', 'The gateway ignores notifyUrl.'],
  [
    'mock',
    'spec:payout.refusal-debits-nothing',
    'If the gateway rejects a payout request, it does not debit the wallet.',
  ],
  [
    'smallest',
    'spec:v1.create',
    'create-link.php accepts a POST request with a JSON body and returns the link.',
  ],
  [
    'read-only',
    'spec:v1.header-key',
    'The client can send api_key in the header X-Api-Key instead of the body.',
  ],
  ['smallest', 'spec:v1.idempotent', 'A request with a repeated client_ref returns the same link.'],
  [inBrowser, 'spec:v1.return-url', 'After the payment, the checkout redirects the customer to return_url.'],
  ['smallest', 'spec:v1.currency', 'currency is INR (the default) or USDT.'],
  [
    'read-only',
    'spec:v1.sign',
    'sign is the upper-case MD5 of the sorted non-empty parameters, followed by &key= and the API Secret.',
  ],
  [
    'smallest',
    'spec:v1.status',
    'link-status.php accepts a GET request and returns the link. The signature rule of create-link.php applies.',
  ],
  [
    'read-only',
    'spec:auth.same-answer',
    'Rule 1: the gateway returns the same 401 for an unknown merchant and for a wrong signature, after the same amount of work.',
  ],
  [
    'read-only',
    'spec:auth.keys',
    'Rule 2: mchKey signs pay-ins and pay-in queries. mchSecret signs payouts, payout queries and balance requests.',
  ],
  [
    'read-only',
    'spec:auth.wrong-key',
    'Rule 2: a request signed with the merchant’s other key returns 401 wrong_key_type.',
  ],
  [
    'mock',
    'spec:auth.callback-key',
    'Rule 2: mchKey signs pay-in callbacks. mchSecret signs payout callbacks.',
  ],
  [
    'read-only',
    'spec:auth.algorithm',
    'Rule 3: sign is the upper-case MD5 of name=value pairs joined with &, followed by &key= and the key. The values are not URL-encoded.',
  ],
  [
    'read-only',
    'spec:auth.empty-dropped',
    'Rule 3: the signed string omits sign itself, and parameters that are empty or null.',
  ],
  [
    'read-only',
    'spec:auth.byte-order',
    'Rule 3: the names are sorted in byte order, with upper case before lower case.',
  ],
  [
    theReceivers,
    'spec:auth.callback-compare',
    'Rule 4: a receiver compares signatures without regard to case.',
  ],
  [
    'mock',
    'spec:auth.ip-list',
    'Rule 5: if the merchant has saved an IP allow-list, the gateway accepts requests only from the listed IP addresses.',
  ],
  [
    'mock',
    'spec:auth.payout-ip-list',
    'Rule 5: if the merchant has not saved an IP allow-list, the gateway rejects payouts.',
  ],
  [
    'read-only',
    'spec:auth.server-only',
    'Rule 6: a web page from another origin cannot read any response, so the client must be a server.',
  ],
  [
    'mock',
    'spec:auth.suspended',
    'Rule 7: a request from a suspended account returns 403 account_suspended.',
  ],
  [
    'read-only',
    'spec:auth.v1-secret',
    'Rule 8: the API Secret signs v1 requests. api_key identifies the merchant.',
  ],
  [
    'mock',
    'spec:events.format',
    'Callbacks are JSON or form-encoded, in the format that the gateway saved for the merchant. The default is JSON.',
  ],
  ['mock', 'spec:events.signed', 'sign covers every non-empty field of a callback.'],
  [
    'mock',
    'spec:events.payin',
    'A pay-in callback contains the fields that the specification lists. The gateway sends the callback when the customer pays or the order fails.',
  ],
  [
    'mock',
    'spec:events.payin.target',
    'The gateway sends a pay-in callback to the order’s notifyUrl. If the order has no notifyUrl, the gateway uses the saved callback URL.',
  ],
  [
    'mock',
    'spec:events.payout',
    'A payout callback contains the fields that the specification lists. The gateway sends the callback when a payout is approved, paid or rejected.',
  ],
  ['mock', 'spec:events.payout.target', 'The gateway sends a payout callback to the saved callback URL.'],
  [
    'mock',
    'spec:delivery.1',
    'Rule 1: a receiver acknowledges a callback with HTTP 200 and the plain text success.',
  ],
  [
    'mock',
    'spec:delivery.2',
    'Rule 2: a delivery fails after a timeout, a redirect, an error status or a body without success.',
  ],
  [
    'mock',
    'spec:delivery.3',
    'Rule 3: the gateway retries a failed delivery after 1 min, 5 min, 15 min, 1 h and 6 h. After the last failed retry, the gateway marks the delivery as failed and notifies the merchant.',
  ],
  [
    'mock',
    'spec:delivery.4',
    'Rule 4: retries and manual re-sends can deliver the same callback several times. The receiver processes the callback once.',
  ],
  [
    'mock',
    'spec:delivery.5',
    'Rule 5: a receiver checks the signature, the status and the paid amount. The receiver can confirm these values with the query.',
  ],
  [
    'mock',
    'spec:delivery.6',
    'Rule 6: the callback test in the merchant dashboard sends a signed callback with test = true, as JSON and as a form. The gateway saves the format that the receiver accepts.',
  ],
  [
    'mock',
    'spec:events.legacy',
    'For a paid link, the gateway posts JSON to notify_url, signed with the API Secret. The body contains link_code, client_ref, amount, currency, status, paid_at and sign.',
  ],
  ['mock', 'spec:events.legacy.2xx', 'A response with any 2xx status acknowledges a link callback.'],
  ['mock', 'spec:events.legacy.retries', 'The gateway retries a failed link callback on the v3 schedule.'],
];
