import { outcomeOf } from '../reply.ts';
import type { Run } from '../run.ts';
import type { Step } from './step.ts';

/** Step that tests the default limits of pay-ins with unpaid orders. */
export const payinLimits: Step = {
  title: 'the limits of pay-ins',
  level: 'smallest',
  play: async (run) => {
    const rule = 'spec:limits.payin-amount';
    for (const [amount, expected] of [
      ['199.99', '422 amount_range'],
      ['200.00', '200'],
      ['50000.00', '200'],
      ['50000.01', '422 amount_range'],
    ] as const) {
      const outcome = await tried(run, amount);
      // The operator can set other limits for an account (spec: Limits).
      if (outcome !== expected)
        return run.board.unseen(
          [rule],
          `this account uses other limits: a pay-in of ${amount} returns ${outcome}`,
        );
    }
    run.board.add(rule, true);
  },
};

async function tried(run: Run, amount: string): Promise<string> {
  const reply = await run.probe({
    what: `a pay-in of ${amount}`,
    outgoing: run.merchant.v3('payin', { mchOrderNo: run.number(), amount }),
    answer: ['200', '422 amount_range'],
    shows: ['spec:errors.amount_range'],
  });
  return reply === null ? 'nothing' : outcomeOf(reply);
}
