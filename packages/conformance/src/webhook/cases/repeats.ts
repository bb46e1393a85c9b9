import { type CheckedKind, checkedKinds, kindNames } from '../callback-writer.ts';
import { nothing, once, type SentCase, sends, type WebhookCase } from '../case.ts';

const why =
  'The gateway repeats a callback when a response is lost or an operator re-sends it. If your shop credits the order for each callback, the shop credits one payment several times.';

const handledOnce =
  'In the transaction that credits the order, record the order number and status as handled, with a unique key. If the shop has already handled a callback, return success.';

/** spec: Delivery rules 4. */
function repeatsOf(kind: CheckedKind): readonly WebhookCase[] {
  const prefix = kind === 'payin' ? '' : `${kind}-`;
  const [credited, paid] = [kind === 'payout' ? 'recorded' : 'credited', kindNames[kind]];
  return [
    {
      id: `${prefix}repeated`,
      title:
        kind === 'payin'
          ? 'a repeated callback is acknowledged, and the order is credited once'
          : `${paid} that is repeated is acknowledged, and ${credited} once`,
      kind,
      aboutCredit: true,
      why,
      fix: handledOnce,
      code: 'claimOnce',
      steps: (material) => {
        const { order, write } = material;
        const body = write.plain(order);
        // A shop that looks only at the last status would credit the order again.
        const older =
          kind === 'link'
            ? []
            : [sends('an older callback of the order', material.write.unpaid(material.order), 'either')];
        return [
          sends(paid, body),
          sends('the same callback again', body),
          ...older,
          sends('the same callback for the third time', body),
        ];
      },
      credit: once,
    },
    {
      id: `${prefix}at-once`,
      title:
        kind === 'payin'
          ? 'ten identical callbacks at the same moment credit the order once'
          : `${paid}, ten times at the same moment, is ${credited} once`,
      kind,
      aboutCredit: true,
      rounds: 12,
      why: `${why} Code that checks first and credits afterwards accepts two simultaneous callbacks.`,
      fix: 'Before you credit the order, claim the order number and status with one statement that succeeds for only one request. Use a unique key, INSERT … ON CONFLICT DO NOTHING, or a lock. Return 503 to the remaining requests, so that the gateway retries the callback.',
      code: 'claimOnce',
      steps: ({ order, write }) => {
        const body = write.plain(order);
        return [
          { what: `${paid}, ten times simultaneously`, body, times: 10, expected: 'one' },
          sends('the same callback again', body),
        ];
      },
      credit: once,
    },
  ];
}

/** Two callbacks at the same moment, of which each must have its own effect. */
function together(kind: CheckedKind): readonly WebhookCase[] {
  const [prefix, settled] = kind === 'payin' ? ['', 'credited'] : [`${kind}-`, 'recorded'];
  const texts = { kind, aboutCredit: true, rounds: 4, credit: once } as const;
  const orders: WebhookCase = {
    ...texts,
    id: `${prefix}two-at-once`,
    title: `two orders at the same moment are ${settled} once each (${kind})`,
    usesSecondOrder: true,
    why: 'Callbacks of several customers arrive at the same moment. Code that keeps the order, or the note that it is busy, in a variable of the process settles the order of another customer, or none.',
    fix: 'Keep the callback and the order in variables of the request, never in variables of the module or of a shared object. Lock only the order, not the whole endpoint.',
    steps: ({ order, second, write }) => [
      {
        what: `${kindNames[kind]} and another order at the same moment`,
        body: write.plain(order),
        beside: write.plain(second ?? order),
        expected: 'either',
      },
    ],
  };
  const statuses: WebhookCase = {
    ...texts,
    id: `${prefix}statuses-at-once`,
    title: `an older status at the same moment as success changes nothing (${kind})`,
    why: 'A retried callback can arrive at the same moment as the next one. Code that reads the order, waits and writes it back overwrites the success.',
    fix: 'Read and change the order in one transaction that locks it, or change it with one statement that names the expected status: UPDATE … WHERE status = …',
    steps: (material) => [
      {
        what: `${kindNames[kind]} and its older callback at the same moment`,
        body: material.write.plain(material.order),
        beside: material.write.unpaid(material.order),
        expected: 'either',
      },
    ],
  };
  return kind === 'link' ? [orders] : [orders, statuses];
}

/** The last case of a kind, so all other cases pass between the two callbacks. */
function muchLater(kind: CheckedKind): WebhookCase {
  return {
    id: kind === 'payin' ? 'much-later' : `${kind}-much-later`,
    title: `the first ${kind === 'payin' ? 'callback' : kind}, repeated at the end, ${kind === 'payout' ? 'records' : 'credits'} nothing more`,
    kind,
    againFirst: true,
    aboutCredit: true,
    why,
    fix: 'Keep the record of handled callbacks for as long as you keep the orders. Do not store the record in a cache that expires.',
    steps: ({ order, write }) => [
      sends(`the first ${kind === 'payin' ? 'pay-in' : kind} again`, write.plain(order)),
    ],
    credit: nothing,
  };
}

/** spec: Delivery rules 4. */
export const repeatCases: readonly WebhookCase[] = [
  ...checkedKinds.flatMap(repeatsOf),
  ...checkedKinds.flatMap(together),
  ...checkedKinds.map(muchLater),
];

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
