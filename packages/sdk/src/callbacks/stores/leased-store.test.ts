import { expect, it, vi } from 'vitest';
import { signedCallback } from '../../testing/signed-callback.ts';
import { createCallbackHandler } from '../handler.ts';
import { type ClaimTable, leasedStore } from './leased-store.ts';

function storeOn() {
  const down = new Error('database down');
  const steps = {
    claim: vi.fn<ClaimTable['claim']>(() => 'claimed'),
    complete: vi.fn<ClaimTable['complete']>(() => true),
    release: vi.fn<ClaimTable['release']>(),
  };
  return { ...steps, down, store: leasedStore(steps) };
}

it('a leased store completes and releases each claim with the token of that claim', async () => {
  const { store, claim, complete, release } = storeOn();
  for (const key of ['a', 'b']) await store.claim(key);
  await store.complete('a');
  await store.release('b');
  await store.claim('b');
  const tokens = claim.mock.calls.map(([, token]) => token);
  expect(new Set(tokens).size).toBe(3);
  expect(complete.mock.calls).toEqual([['a', tokens[0]]]);
  expect(release.mock.calls).toEqual([['b', tokens[1]]]);
});

it('a leased store sends one query for simultaneous claims', async () => {
  const { store, claim } = storeOn();
  await Promise.all(Array.from({ length: 50 }, () => store.claim('a')));
  expect(claim).toHaveBeenCalledTimes(1);
});

it.each(['busy', 'done'] as const)(
  'a leased store sends a new query for a key that was %s',
  async (answer) => {
    const { store, claim } = storeOn();
    claim.mockReturnValue(answer);
    expect(await store.claim('a')).toBe(answer);
    expect(await store.claim('a')).toBe(answer);
    expect(claim).toHaveBeenCalledTimes(2);
  },
);

it('a leased store claims a key again after a failed claim', async () => {
  const { store, claim, down } = storeOn();
  claim.mockRejectedValueOnce(down);
  await expect(store.claim('a')).rejects.toBe(down);
  expect(await store.claim('a')).toBe('claimed');
});

it('a leased store does not grant a key again after a failed completion', async () => {
  const { store, claim, complete, down } = storeOn();
  complete.mockRejectedValueOnce(down).mockRejectedValueOnce(down);
  await store.claim('a');
  await expect(store.complete('a')).rejects.toBe(down);
  await expect(store.claim('a')).rejects.toBe(down);
  expect(await store.claim('a')).toBe('done');
  expect(claim).toHaveBeenCalledTimes(1);
});

it('a leased store drops a claim after a failed release', async () => {
  const { store, claim, release, down } = storeOn();
  release.mockRejectedValueOnce(down);
  await store.claim('a');
  await expect(store.release('a')).rejects.toBe(down);
  expect(await store.claim('a')).toBe('claimed');
  expect(claim).toHaveBeenCalledTimes(2);
});

it('a leased store releases only its own claims', async () => {
  const { store, release } = storeOn();
  await store.release('a');
  expect(release).not.toHaveBeenCalled();
});

it('a leased store lets a handler call its function once even if the completion failed', async () => {
  const { store, complete, down } = storeOn();
  complete.mockRejectedValueOnce(down);
  const credentials = { mchId: 'DEMO1001', mchKey: 'demo-mch-key' };
  const [onPayin, onError] = [vi.fn(), vi.fn()];
  const handle = createCallbackHandler({ ...credentials, onPayin, onError, store });
  const deliver = async () => {
    const { body, contentType } = signedCallback('payin', credentials);
    const init = { method: 'POST', headers: { 'content-type': contentType }, body };
    return (await handle(new Request('http://shop.example/', init))).status;
  };
  expect(await deliver()).toBe(500);
  expect(await deliver()).toBe(200);
  expect(onPayin).toHaveBeenCalledOnce();
  expect(onError).toHaveBeenCalledExactlyOnceWith(down);
});
