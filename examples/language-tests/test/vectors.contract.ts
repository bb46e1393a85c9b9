import { expect, test } from 'vitest';
import { type CallbackVector, vectors } from '../../../test/vectors.ts';
import { deliver, type LanguageShop, open } from './shop.ts';

/** Use only v3 callbacks, because the example shops use only v3. */
const callbacks = vectors.callbacks.filter(({ kind }) => kind !== 'link');

/** The order to which every vector belongs. */
const order = { payin: 'ORDER-1', payout: 'ORDER-1', amount: '500.00' };

/** Sends each published callback over HTTP and checks the result. */
export function vectorsContract(shop: LanguageShop): void {
  test('the shop accepts the valid callbacks of the vectors and rejects the invalid callbacks', async () => {
    const { mchId, mchKey, mchSecret } = vectors.merchant;
    const { callbacks: serve, books, pay, credited, payout } = await open(shop);
    const url = await serve({
      INRGATE_MCH_ID: mchId,
      INRGATE_MCH_KEY: mchKey,
      INRGATE_MCH_SECRET: mchSecret,
    });
    // Create an order first, because the first order creates the shop's tables.
    await pay('ORDER-0');
    await payout('W-0');
    books().take(order.payin, order.amount);
    books().takePayout(order.payout, order.amount);
    const answers = async (vector: CallbackVector) => {
      const { status, text } = await deliver(url, vector);
      if (status === 200) return text === 'success' ? 'accepted' : text;
      return status === 401 ? 'refused' : status;
    };
    const responses: Record<string, unknown> = {};
    // Send invalid callbacks first, because none of them may credit the order.
    const sorted = callbacks.toSorted((one, other) => one.result.localeCompare(other.result));
    for (const vector of sorted.filter(({ result }) => result !== 'acceptable')) {
      if (vector.result === 'valid' && responses['credited'] === undefined) {
        responses['credited'] = credited(order.payin).count;
      }
      responses[vector.id] = await answers(vector);
    }
    const expected = sorted
      .filter(({ result }) => result !== 'acceptable')
      .map(({ id, result }) => [id, result === 'valid' ? 'accepted' : 'refused']);
    expect(responses).toEqual({ ...Object.fromEntries(expected), credited: 0 });
  });
}
