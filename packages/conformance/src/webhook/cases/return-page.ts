import { nothing, once, type SentCase, sends, type WebhookCase } from '../case.ts';

const race =
  'The customer returns to your shop at about the same time as the callback arrives. If the page and the callback both credit the order, your shop credits one payment twice.';

const oneClaim =
  'Let the return page and the callback call the same function. The function claims the order with one statement that succeeds for only one request. The claim and the credit belong to one transaction.';

function returnCase(
  texts: Pick<SentCase, 'id' | 'title' | 'why' | 'fix' | 'steps' | 'credit' | 'code'>,
): WebhookCase {
  return { ...texts, kind: 'payin', aboutCredit: true, needsReturnUrl: true };
}

/**
 * Cases in which the customer opens the return page. The visit does not prove a payment (spec: Create pay-in,
 * returnUrl).
 */
export const returnPageCases: readonly WebhookCase[] = [
  returnCase({
    id: 'return-unpaid',
    title: 'opening the return page of an unpaid order credits nothing',
    why: 'A customer can open the return page without paying. If the page credits the order, customers get the goods without paying.',
    fix: 'Show the state of the order on the return page. Credit the order only if the verified callback or the response to the query has the status success.',
    steps: () => [
      { what: 'the return page', visits: 1 },
      { what: 'the return page again', visits: 2 },
    ],
    credit: nothing,
  }),
  returnCase({
    id: 'return-before',
    title: 'if the return page opens before the callback, the order is credited once',
    why: 'Customers often return before the callback arrives. If the page closes the order, the payment is lost.',
    fix: 'When the customer opens the return page, do not change a pending order. Credit the order when the callback arrives.',
    steps: ({ order, write }) => [
      { what: 'the return page', visits: 1 },
      sends('a paid pay-in', write.plain(order)),
    ],
    credit: once,
  }),
  returnCase({
    id: 'return-during',
    title: 'if the return page opens during the callback, the order is credited once',
    why: race,
    fix: oneClaim,
    code: 'claimOnce',
    steps: ({ order, write }) => {
      const body = write.plain(order);
      return [
        { what: 'a paid pay-in while the return page opens', body, visits: 3, expected: 'either' },
        sends('the same callback again', body),
      ];
    },
    credit: once,
  }),
  returnCase({
    id: 'return-after',
    title: 'if the return page opens after the callback, the page credits nothing more',
    why: race,
    fix: oneClaim,
    code: 'claimOnce',
    steps: ({ order, write }) => [
      sends('a paid pay-in', write.plain(order)),
      { what: 'the return page', visits: 1 },
      { what: 'the return page again', visits: 2 },
    ],
    credit: once,
  }),
];
