import type { Instances } from '../../../src/cluster/instances.ts';
import type { RequestLog } from '../../../src/observability/request-log.ts';
import type { FarDatabase } from './far-database.ts';
import type { FarNetwork } from './far-network.ts';
import { leaseMs } from './far-standing.ts';

const renewMs = 10_000;

export function farLog(network: FarNetwork, { log }: FarDatabase): RequestLog {
  const { list, tally, get, inFull, unmasked, record } = log;
  return {
    protect: (keys) => log.protect(keys),
    protectToken: (token: string) => log.protectToken(token),
    hideKeys: log.hideKeys,
    record: (request) => network.call('logs', () => record.call(log, request)),
    list: (...all) => list.call(log, ...all),
    tally: () => tally.call(log),
    get: (id) => get.call(log, id),
    inFull: (id) => inFull.call(log, id),
    unmasked: (...all) => unmasked.call(log, ...all),
  };
}

export function farInstances(network: FarNetwork, { instances }: FarDatabase): Instances {
  const { world } = network;
  const lists = () => [...instances.values()].filter(({ until }) => until > world.now);
  let heart: NodeJS.Timeout | null = null;
  let left = () => {};
  return {
    join: async ({ delivering, ...own }) => {
      const beat = () =>
        void instances.set(own.id, { ...own, delivering: delivering(), until: world.now + leaseMs });
      await network.call('joins', beat);
      heart = setInterval(() => void network.call('is there', beat), renewMs);
      left = () => void instances.delete(own.id);
    },
    list: () => network.call('instances', lists),
    leave: async () => {
      if (heart !== null) clearInterval(heart);
      await network.call('leaves', left);
    },
  };
}
