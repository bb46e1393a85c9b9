import { checkWebhook } from '@inrgate/conformance';
import { expect, test } from 'vitest';
import { credentials, type Served } from './shop.ts';

/** Time limits for a shop that starts several programs for each callback on a busy machine. */
const patience = { timeoutMs: 120_000, creditMs: 60_000 };

/** Tests a callback endpoint in any language and framework with `check webhook`. */
export function endpointContract(served: () => Served): void {
  test('the shop passes every case of check webhook for pay-ins and payouts', async () => {
    const { url, books, credited } = served();
    const kept = books();
    const amounts = new Map<string, string>();
    const { checks } = await checkWebhook(url, {
      ...credentials,
      kinds: ['payin', 'payout'],
      ...patience,
      createOrder: ({ kind, mchOrderNo, amount }) => {
        amounts.set(mchOrderNo, amount);
        if (kind === 'payin') kept.take(mchOrderNo, amount);
        else kept.takePayout(mchOrderNo, amount);
        return mchOrderNo;
      },
      probe: credited,
      payoutProbe: (mchOrderNo) => {
        const status = kept.settled(mchOrderNo) ?? null;
        const isPaid = status === 'success';
        return { status, count: isPaid ? 1 : 0, amount: isPaid ? (amounts.get(mchOrderNo) ?? '') : '0.00' };
      },
    });
    // Ignore the duration of a response, because it depends on the machine's load.
    const found = checks.filter(({ id, status }) => {
      // On a busy machine, responses can arrive in order by chance.
      const isMachine = id === 'answer-time' || (id.endsWith('at-once') && status === 'skip');
      return status !== 'pass' && !isMachine;
    });
    expect(found.map(({ id, message }) => ({ id, message }))).toEqual([]);
  });
}
