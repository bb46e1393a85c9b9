import { sign } from '@inrgate/sdk/protocol';
import { expect, it } from 'vitest';
import type { Answer, Caller, Keys } from '../client.ts';
import { booksOf } from './expect.ts';
import { anotherMerchant, type Site } from './gateway-per-test.ts';
import type { Draft, OrderFault } from './order-faults.ts';

/** Which pairs to combine: every pair, mistakes that follow each other, or only mistakes that the transport passes on. */
export type Together = 'every two' | 'neighbours' | 'those handed over';

/**
 * Combines each mistake with each later mistake. Expects that the gateway reports the first mistake and changes
 * nothing.
 */
export function pairs(
  at: Site,
  draft: (keys: Keys) => Draft,
  { faults, together }: { readonly faults: readonly OrderFault[]; readonly together: Together },
): void {
  const some = together === 'those handed over' ? faults.filter(({ handedOver }) => handedOver) : faults;
  some.forEach((first, index) => {
    const others = some
      .slice(index + 1)
      .filter((later) => canMeet(first, later))
      .slice(0, together === 'neighbours' ? 3 : undefined);
    it(`the gateway reports ${first.title} before every later error [reading:order.${first.place}]`, async () => {
      await expectAnswer(at, draft, [first]);
      for (const later of others) await expectAnswer(at, draft, [first, later]);
    });
  });
}

/** Returns false if both mistakes concern the same parameter or the signature, so they cannot be combined. */
function canMeet(first: OrderFault, later: OrderFault): boolean {
  return !first.about.some((subject) => later.about.includes(subject));
}

/** Expects that the gateway reports the first mistake and changes nothing. */
async function expectAnswer(
  at: Site,
  draft: (keys: Keys) => Draft,
  faults: readonly OrderFault[],
): Promise<void> {
  const { gateway } = at;
  const defaults = await gateway.settings.get();
  const caller = await anotherMerchant(at);
  const { mchId } = caller.keys;
  // Prepare mistakes that need earlier calls first, and mistakes that lock the IP address last.
  for (const { history } of [...faults].reverse()) await history?.({ gateway, caller });
  for (const { circumstance } of faults) await circumstance?.({ gateway, caller });
  const before = await booksOf(gateway, mchId);
  const spoiled = faults.reduce((sent, { spoil }) => spoil?.(sent) ?? sent, draft(caller.keys));
  const answer = await send(caller, spoiled);
  const pair = faults.map(({ title }) => title).join(' and ');
  const [{ status, error, message = /./ }] = faults as readonly [OrderFault];
  expect({ pair, status: answer.status, error: answer.error }).toEqual({ pair, status, error });
  expect(answer.text, pair).toMatch(message);
  expect(await booksOf(gateway, mchId), pair).toEqual(before);
  // Wrong signatures still count after a change of the settings.
  if (faults.some(({ wrongSignature }) => wrongSignature)) await gateway.reset();
  else await gateway.settings.update(defaults);
}

export function send(caller: Caller, { key, ...draft }: Draft): Promise<Answer> {
  const { path, method, sent, tail, params } = draft;
  const signature = signatureOf(draft, caller.keys[key]);
  const all = signature === null ? params : { ...params, sign: signature };
  if (sent === 'query') return caller.request(`${path}?${new URLSearchParams(all)}${tail}`, { method });
  const headers = { 'content-type': 'application/json' };
  return caller.request(path, { method, body: JSON.stringify(all) + tail, headers });
}

function signatureOf(draft: Omit<Draft, 'key'>, key: string): string | null {
  if (draft.sign === 'none') return null;
  return draft.sign === 'wrong' ? 'A'.repeat(32) : sign(draft.params, key);
}
