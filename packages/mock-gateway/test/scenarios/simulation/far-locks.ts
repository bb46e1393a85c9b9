import type { ClusterLock, ClusterLocks } from '../../../src/cluster/locks.ts';
import type { FarNetwork } from './far-network.ts';
import { leaseMs } from './far-standing.ts';
import type { Tickets } from './far-tickets.ts';

const renewMs = 10_000;
const lookEvery = 700;

/** Creates the locks of one instance. */
export function farLocks(network: FarNetwork, tickets: Tickets): ClusterLocks {
  let own: Promise<unknown> = Promise.resolve();
  return {
    withLock: (locks, work) => {
      const led = withLock({ network, tickets, locks, work });
      own = Promise.allSettled([own, led]);
      return led;
    },
    idle: () => own.then(() => {}),
  };
}

interface Led<T> {
  readonly network: FarNetwork;
  readonly tickets: Tickets;
  readonly locks: readonly ClusterLock[];
  readonly work: () => Promise<T>;
}

async function withLock<T>({ network, tickets, locks, work }: Led<T>): Promise<T> {
  const { world, process } = network;
  const name = locks.join(' and ');
  const queue = () => network.inOrder(`queues for ${name}`, () => tickets.queue(process.name, locks));
  let ticket = await queue();
  for (;;) {
    const askedAt = world.now;
    const isTurn = await network.call(`asks for ${name}`, () => tickets.isTurnOf(ticket));
    // A gateway that learns of its turn too late does not begin its work.
    if (isTurn === true && world.now < askedAt + leaseMs) break;
    if (isTurn === null) ticket = await queue();
    await new Promise<void>((resolve) => void setTimeout(resolve, lookEvery));
  }
  const renewal = setInterval(() => {
    void network.call(`leads ${name}`, () => tickets.isTurnOf(ticket));
  }, renewMs);
  try {
    return await work();
  } finally {
    clearInterval(renewal);
    await network.call(`leaves ${name}`, () => tickets.leave(ticket));
  }
}
