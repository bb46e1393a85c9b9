import { sign } from '@inrgate/sdk/protocol';
import { expect, it } from 'vitest';
import type { Answer } from '../client.ts';
import { booksOf } from './expect.ts';
import type { Site } from './gateway-per-test.ts';
import type { Draft, OrderFault } from './order-faults.ts';

/**
 * Gives a request one fault together with each of the faults that come after it, two at a time: the first must
 * answer, as if the second were not there, and nothing may be changed.
 */
export function pairs(at: Site, draft: Draft, faults: readonly OrderFault[]): void {
  it('has nothing to refuse in a request without a fault', async () => {
    await at.caller.payin({ mchOrderNo: 'A', tradeType: 'usdt' });
    expect((await send(at, draft)).status).toBe(200);
  });

  faults.forEach((first, index) => {
    const others = faults.slice(index + 1).filter((later) => canMeet(first, later));
    it(`${first.title} answers before every later fault [reading:order.${first.step}]`, async () => {
      await expectAnswer(at, draft, [first]);
      for (const later of others) await expectAnswer(at, draft, [first, later]);
    });
  });
}

/** Two faults of one parameter, or of one signature, cannot be in one request. */
function canMeet(first: OrderFault, later: OrderFault): boolean {
  return !first.about.some((subject) => later.about.includes(subject));
}

/** The first of the faults answers, and nothing is changed. */
async function expectAnswer(at: Site, draft: Draft, faults: readonly OrderFault[]): Promise<void> {
  const { gateway, caller } = at;
  await gateway.reset();
  // What needs calls that succeed comes first, what locks the caller out last.
  for (const { history } of [...faults].reverse()) await history?.({ gateway, caller });
  for (const { circumstance } of faults) await circumstance?.({ gateway, caller });
  const before = await booksOf(gateway);
  const answer = await send(
    at,
    faults.reduce((spoiled, { spoil }) => spoil?.(spoiled) ?? spoiled, draft),
  );
  const [first] = faults;
  const pair = faults.map(({ title }) => title).join(' and ');
  expect({ pair, status: answer.status, error: answer.error }).toEqual({
    pair,
    status: first?.status,
    error: first?.error,
  });
  expect(answer.text, pair).toMatch(first?.message ?? /./);
  expect(await booksOf(gateway), pair).toEqual(before);
}

function send({ caller }: Site, draft: Draft): Promise<Answer> {
  const { path, method, contentType, params } = draft;
  const signature = signatureOf(draft, caller.keys[draft.key]);
  const body = JSON.stringify(signature === null ? params : { ...params, sign: signature });
  return caller.request(path, { method, body, headers: { 'content-type': contentType } });
}

function signatureOf(draft: Draft, key: string): string | null {
  if (draft.sign === 'none') return null;
  return draft.sign === 'wrong' ? 'A'.repeat(32) : sign(draft.params, key);
}
