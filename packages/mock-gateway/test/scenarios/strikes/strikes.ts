import { expect } from 'vitest';
import { postgresProxy } from '../../postgres-proxy.ts';
import { draws } from '../draws.ts';
import type { EndedClaim } from './claims-book.ts';
import { leaseMs } from './fleet.ts';
import { begin, expectWhole, type Story, type StoryOptions } from './story.ts';

/**
 * A strike against a gateway: a kill, a stop for longer than its lease, or a cut of its database connections on either
 * side.
 */
const kinds = ['kill', 'stop', 'cut', 'terminate'] as const;

interface Strike {
  readonly kind: (typeof kinds)[number];
  readonly name: string;
  /** Start of the strike in epoch milliseconds by the database's clock. */
  readonly from: number;
  /** End of the strike in epoch milliseconds by the database's clock. */
  readonly until: number;
}

export interface Outcome {
  /** Number of strikes by kind, of orders and of callbacks. */
  readonly counts: Readonly<Record<string, number>>;
  readonly orders: number;
  readonly arrivals: number;
  readonly extraDeliveries: number;
}

/** Strikes one of three gateways on one database, repeatedly and under load. */
export async function expectNothingLost(
  count: number,
  seed: number,
  options: StoryOptions,
): Promise<Outcome> {
  const draw = draws(seed);
  const story = await begin({ ...options, network: postgresProxy });
  const strikes: Strike[] = [];
  for (let struck = 0; struck < count; struck++) {
    const kind = kinds[(struck + draw(2)) % kinds.length] ?? 'kill';
    const [place, answers] = [draw(3), 10 + draw(40)];
    await strikeAfter({ kind, place, answers }, story)
      .then((strike) => strikes.push(strike))
      .catch((cause: unknown) => {
        throw new Error(`strike ${struck + 1} of seed ${seed}: ${kind} at ${place}`, { cause });
      });
  }
  const extra = await expectWhole(story, (claim) => strikes.some((strike) => explains(strike, claim)));
  await expectOncePerStrike(story, strikes);
  return {
    counts: Object.fromEntries(kinds.map((kind) => [kind, strikes.filter((s) => s.kind === kind).length])),
    orders: story.load.known.orders.size,
    arrivals: story.witness.arrivals.length,
    extraDeliveries: extra.reduce((sum, { count: times }) => sum + times, 0),
  };
}

interface Drawn {
  readonly kind: Strike['kind'];
  readonly place: number;
  readonly answers: number;
}

async function strikeAfter({ kind, place, answers }: Drawn, story: Story): Promise<Strike> {
  const { fleet, load, witness, book } = story;
  await load.go(answers);
  witness.turnOver();
  const [name, from] = [fleet.at(place).name, await book.now()];
  // Strike while requests are pending.
  load.allow(answers);
  const until = await { kill, stop, cut, terminate }[kind](place, story);
  witness.answerEarlier();
  return { kind, name, from, until };
}

async function kill(place: number, { fleet }: Story): Promise<number> {
  fleet.takeOut(place).life.kill();
  await fleet.fill(place);
  return Number.POSITIVE_INFINITY;
}

async function stop(place: number, { fleet, witness, book }: Story): Promise<number> {
  const { life, ...member } = fleet.at(place);
  life.stall();
  fleet.takeOut(place);
  await book.leasesEnded(leaseMs);
  const now = await book.now();
  // The stopped gateway receives the responses to its deliveries while another gateway delivers the same callbacks.
  witness.answerEarlier();
  life.goOn();
  fleet.putBack(place, { life, ...member });
  return now;
}

async function cut(place: number, { fleet, book }: Story): Promise<number> {
  fleet.cut(place);
  return book.now();
}

async function terminate(place: number, { fleet, book }: Story): Promise<number> {
  await book.terminate(fleet.at(place).name);
  return book.now();
}

/** A dead or stopped gateway reports no results of its claims. A gateway without database connections does. */
function explains({ kind, name, from, until }: Strike, { claimant, at, ranOut }: EndedClaim): boolean {
  const silenced = kind === 'kill' || kind === 'stop';
  return silenced && ranOut && name === claimant && at >= from && at <= until + leaseMs / 3;
}

/** Expects that no strike causes two claims of the same callback. */
async function expectOncePerStrike({ book }: Story, strikes: readonly Strike[]): Promise<void> {
  const unsaid = (await book.ended()).filter(({ recorded }) => !recorded);
  const costs = unsaid.map((claim) => {
    const strike = strikes.findIndex((each) => explains(each, claim));
    return `${claim.name} by strike ${strike + 1}`;
  });
  expect(costs).toEqual([...new Set(costs)]);
}
