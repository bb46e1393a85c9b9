import type { Duty, Leadership } from '../../../src/cluster/leadership.ts';
import type { FarNetwork } from './far-network.ts';
import { leaseMs } from './far-standing.ts';
import type { Tickets } from './far-tickets.ts';

const renewMs = 10_000;
const lookEvery = 700;

/** One gateway's end of the leadership. */
export function farLeadership(network: FarNetwork, tickets: Tickets): Leadership {
  let own: Promise<unknown> = Promise.resolve();
  return {
    lead: (duties, work) => {
      const led = lead({ network, tickets, duties, work });
      own = Promise.allSettled([own, led]);
      return led;
    },
    idle: () => own.then(() => {}),
  };
}

interface Led<T> {
  readonly network: FarNetwork;
  readonly tickets: Tickets;
  readonly duties: readonly Duty[];
  readonly work: () => Promise<T>;
}

async function lead<T>({ network, tickets, duties, work }: Led<T>): Promise<T> {
  const { world, process } = network;
  const name = duties.join(' and ');
  const queue = () => network.inOrder(`queues for ${name}`, () => tickets.queue(process.name, duties));
  let ticket = await queue();
  for (;;) {
    const askedAt = world.now;
    const isTurn = await network.call(`asks for ${name}`, () => tickets.isTurnOf(ticket));
    // Who hears of its turn too late does not begin.
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
