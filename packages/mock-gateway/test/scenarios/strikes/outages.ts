import { expect } from 'vitest';
import type { MortalPostgres } from '../../../../../test/postgres.ts';
import { leaseMs } from './fleet.ts';
import { begin, expectWhole, type Story } from './story.ts';

interface Outage {
  /** Epoch milliseconds of the start. */
  readonly from: number;
  readonly until: number;
}

/** Maximum real milliseconds until a gateway reports that its database is unreachable. Usually it takes two seconds. */
const rejectionMs = 20_000;
const awayAtAll = { status: 'store_unavailable' };
const notReady = {
  ready: false,
  error: 'not_ready',
  message: expect.stringMatching(/store_unavailable|accepted no write within/),
};

/**
 * Runs three gateways under load. Their database stops and returns, once in an orderly way and once as after a crash.
 *
 * @param ms real milliseconds of the outage
 */
export async function expectNoLie(postgres: MortalPostgres, ms: number, compileCache: string) {
  const story = await begin({ url: postgres.url, schema: 'inrgate', compileCache });
  const outages: Outage[] = [];
  for (const how of ['crash', 'orderly'] as const) {
    await story.load.go(60);
    outages.push(await outage(story, { halt: () => postgres.halt(how), resume: postgres.resume, ms }));
    await expectGoingOn(story);
  }
  // No attempt may be recorded during the outage, and leases must continue.
  const during = (at: number) =>
    outages.some(({ from, until }) => at >= from && at <= until + leaseMs + rejectionMs);
  const extra = await expectWhole(story, ({ at }) => during(at));
  expect(story.fleet.slowestRefusal).toBeLessThan(rejectionMs);
  return {
    slowestRefusalMs: Math.round(story.fleet.slowestRefusal),
    orders: story.load.known.orders.size,
    arrivals: story.witness.arrivals.length,
    extraDeliveries: extra.reduce((sum, { count }) => sum + count, 0),
  };
}

interface Halt extends Pick<MortalPostgres, 'resume'> {
  readonly halt: () => Promise<void>;
  readonly ms: number;
}

/** Causes an outage during requests and deliveries. Each gateway must report its state during the outage. */
async function outage({ fleet, load, witness }: Story, { halt, resume, ms }: Halt): Promise<Outage> {
  witness.turnOver();
  load.allow(60);
  const from = Date.now();
  await halt();
  fleet.isAway = true;
  witness.answerEarlier();
  expect(await fleet.ofAll('ready')).toEqual(Array(3).fill(notReady));
  // Health reports the outage after the wait for the database has ended.
  await expect.poll(() => fleet.ofAll('health')).toMatchObject(Array(3).fill(awayAtAll));
  for (const end = from + ms; Date.now() < end; ) {
    expect(await fleet.ofAll('ready')).toEqual(Array(3).fill(notReady));
    expect(await fleet.ofAll('health')).toMatchObject(Array(3).fill(awayAtAll));
  }
  fleet.isAway = false;
  await resume();
  return { from, until: Date.now() };
}

/** Expects that the same processes accept and return orders again. */
async function expectGoingOn({ fleet, load, witness }: Story): Promise<void> {
  await Promise.all(fleet.members.map(({ url }) => ready(url)));
  const before = witness.arrivals.length;
  while (witness.arrivals.length < before + 20) await load.go(10);
}

async function ready(url: string): Promise<void> {
  for (const end = performance.now() + 30_000; !(await fetch(`${url}/_mock/ready`)).ok; )
    if (performance.now() > end) throw new Error(`${url} is not ready`);
}
