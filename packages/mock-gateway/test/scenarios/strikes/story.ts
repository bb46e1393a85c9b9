import { expect } from 'vitest';
import { Witness } from '../crashes/witness.ts';
import { ClaimsBook, type EndedClaim, type StoredCallback } from './claims-book.ts';
import { Fleet, type FleetOptions } from './fleet.ts';
import { Load } from './load.ts';

const shop = { mchId: 'SHOP', mchKey: 'shop-key', mchSecret: 'shop-secret' };

export type StoryOptions = Omit<FleetOptions, 'gateway'>;

/** Three gateways under load, a merchant who counts callbacks, and the final requirements. */
export interface Story {
  readonly fleet: Fleet;
  readonly load: Load;
  readonly witness: Witness;
  readonly book: ClaimsBook;
}

export async function begin(options: StoryOptions): Promise<Story> {
  const witness = await Witness.open();
  const merchant = {
    ...shop,
    callbackUrl: witness.url,
    balance: '99999999.00',
    limits: { payoutDaily: '99999999.00' },
  };
  const settings = { rateLimitPerMinute: null, orderValidityMinutes: 1_440 };
  const gateway = { merchants: [merchant], settings, maxPerReceiver: 12 };
  const fleet = await Fleet.open({ gateway, ...options });
  const book = await ClaimsBook.open(options.url, options.schema);
  witness.holds = 4;
  return { fleet, witness, book, load: new Load({ fleet, keys: shop, callbackUrl: witness.url }) };
}

/** A callback that was delivered more often than necessary. */
export interface Extra {
  readonly name: string;
  readonly count: number;
}

/**
 * Expects that every order in a response is stored, the ledger balances, and each callback was delivered. No gateway
 * may have ended another gateway's claim, no work may be half done, and each gateway must continue.
 *
 * @param mayRunOut returns whether the result of a claim may be missing
 * @returns callbacks that were sent twice because the result of their claim is missing
 */
export async function expectWhole(
  { fleet, load, witness, book }: Story,
  mayRunOut: (claim: EndedClaim) => boolean,
): Promise<readonly Extra[]> {
  await load.end();
  witness.refusesEvery = null;
  witness.release();
  // Waits for the end of the clock lease if a gateway died during a move.
  const advance = () => fleet.send('/_mock/clock/advance', { method: 'POST', body: '{"by":"8h"}' });
  let moved = await advance();
  // If the machine stands still for a whole lease, the gateway that moves the clock counts as dead.
  if (moved.status === 409) moved = await advance();
  expect(moved.status, await moved.text()).toBe(200);
  const settled = { settled: true, pending: 0 };
  expect(await fleet.ofAll('callbacks/settle', { method: 'POST' })).toEqual(Array(3).fill(settled));
  const balanced = expect.objectContaining({ balanced: true, problems: [] });
  expect(await fleet.ofAll('ledger/check')).toEqual(Array(3).fill(balanced));
  expect(await fleet.ofAll('ready')).toEqual(Array(3).fill({ ready: true }));
  await book.turnsEnded();
  const kept = await book.kept();
  expect(load.known.orders.size).toBeGreaterThan(0);
  load.known.expectAmong(kept.orders, 'pending');
  expect(kept.changed).toEqual([]);
  expectDelivered(witness, kept.callbacks);
  const ended = await book.ended();
  for (const claim of ended) {
    if (claim.recorded) expect(claim.by, JSON.stringify(claim)).toBe(claim.claimant);
    else expect(mayRunOut(claim), JSON.stringify(claim)).toBe(true);
  }
  const told = new Set(kept.callbacks.map(({ name }) => name));
  for (const { orderNo, status } of kept.orders.values())
    if (['success', 'failed'].includes(status)) expect(told).toContain(`${orderNo} ${status}`);
  return extras(witness, kept.callbacks, ended);
}

/** Expects that each callback arrived with the stored bytes and was accepted. */
function expectDelivered({ arrivals }: Witness, callbacks: readonly StoredCallback[]): void {
  const accepted = new Set(arrivals.flatMap((arrival) => (arrival.accepted ? [arrival.name] : [])));
  const bodies = new Map(callbacks.map(({ name, body }) => [name, body]));
  for (const { name, state } of callbacks) {
    expect(state, name).toBe('delivered');
    expect(accepted, name).toContain(name);
  }
  for (const { name, body } of arrivals) expect(body).toBe(bodies.get(name));
}

/** Returns the additional deliveries: at most one for each claim without a result. */
function extras(
  { arrivals }: Witness,
  callbacks: readonly StoredCallback[],
  ended: readonly EndedClaim[],
): readonly Extra[] {
  const arrived = tally(arrivals);
  const unsaid = tally(ended.filter(({ recorded }) => !recorded));
  const all = callbacks.map(({ name, attempts }) => ({ name, count: (arrived.get(name) ?? 0) - attempts }));
  for (const { name, count } of all) expect(count, name).toBeLessThanOrEqual(unsaid.get(name) ?? 0);
  return all.filter(({ count }) => count > 0);
}

function tally(named: readonly { readonly name: string }[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { name } of named) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}
