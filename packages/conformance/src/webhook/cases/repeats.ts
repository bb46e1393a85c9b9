import type { CaseMaterial, ExpectedCredit, WebhookCase } from '../case.ts';
import { type CheckedKind, checkedKinds, kindNames } from '../order.ts';

const once = ({ order }: CaseMaterial): ExpectedCredit => ({
  ...{ kind: 'once', amount: order.amount },
  ...(order.kind === 'payout' && { status: 'success' }),
});

const why =
  'The gateway repeats a callback whenever a response is lost, and when an operator sends it again. If each one is credited, one payment is credited many times.';

const handledOnce =
  'Record order and status as handled in the same transaction as the credit, with a unique key. Return success for what was handled already.';

/** spec: Delivery rules 4. */
function repeatsOf(kind: CheckedKind): readonly WebhookCase[] {
  const prefix = kind === 'payin' ? '' : `${kind}-`;
  const [credited, paid] = [kind === 'payout' ? 'recorded' : 'credited', kindNames[kind]];
  return [
    {
      id: `${prefix}repeated`,
      title:
        kind === 'payin'
          ? 'the same callback again is acknowledged, and credited once'
          : `${paid} again is acknowledged, and ${credited} once`,
      kind,
      aboutCredit: true,
      why,
      fix: handledOnce,
      code: 'claimOnce',
      steps: ({ order, write }) => {
        const body = write.plain(order);
        return [
          { what: paid, body, expected: 'acknowledged' },
          { what: 'the same again', body, expected: 'acknowledged' },
          { what: 'the same once more', body, expected: 'acknowledged' },
        ];
      },
      credit: once,
    },
    {
      id: `${prefix}at-once`,
      title:
        kind === 'payin'
          ? 'ten of the same at the same moment are credited once'
          : `${paid}, ten times at the same moment, is ${credited} once`,
      kind,
      aboutCredit: true,
      why: `${why} Code that looks first and credits afterwards lets two through at the same moment.`,
      fix: 'Claim order and status before crediting, with one statement that only one request can win: a unique key, INSERT … ON CONFLICT DO NOTHING, or a lock. Return 503 to the others, so that the gateway retries.',
      code: 'claimOnce',
      steps: ({ order, write }) => {
        const body = write.plain(order);
        return [
          { what: `${paid}, ten times at once`, body, times: 10, expected: 'one' },
          { what: 'the same once more', body, expected: 'acknowledged' },
        ];
      },
      credit: once,
    },
  ];
}

/** spec: Delivery rules 4. */
export const repeatCases: readonly WebhookCase[] = [
  ...checkedKinds.flatMap(repeatsOf),
  {
    id: 'much-later',
    title: 'the first callback again, after all the others, credits nothing more',
    kind: 'payin',
    againFirst: true,
    aboutCredit: true,
    why,
    fix: 'Keep what was handled as long as the orders, not in a cache that forgets.',
    steps: ({ order, write }) => [
      { what: 'the first pay-in again', body: write.plain(order), expected: 'acknowledged' },
    ],
    credit: () => ({ kind: 'nothing' }),
  },
];
