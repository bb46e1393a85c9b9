import { describe } from 'vitest';
import { type PostgresNode, postgresEnds } from '../../../test/postgres-ends.ts';
import { endpointChecksContract } from '../../cluster/endpoint-checks.contract.ts';
import { instancesContract } from '../../cluster/instances.contract.ts';
import { clusterLocksContract } from '../../cluster/locks.contract.ts';
import { wakeUpsContract } from '../../cluster/wake-ups.contract.ts';
import { faultsContract } from '../../faults/faults.contract.ts';
import { rateLimitsContract } from '../../limits/rate-limits.contract.ts';
import { signatureLocksContract } from '../../limits/signature-locks.contract.ts';
import { eventsContract } from '../../observability/events.contract.ts';
import { requestLogContract } from '../../observability/request-log.contract.ts';
import type { MerchantKeys } from '../../observability/trace.ts';
import { sharedChecks } from './endpoint-checks.ts';
import { SharedEvents } from './events.ts';
import { sharedFaults } from './faults.ts';
import { sharedInstances } from './instances.ts';
import { PostgresLocks } from './locks.ts';
import { sharedRates } from './rate-limits.ts';
import { SharedRequests } from './request-log.ts';
import { sharedLocks } from './signature-locks.ts';
import { sharedWakeUps } from './wake-ups.ts';

const { openTwo, settled } = postgresEnds();

const generation = 1;
let last: readonly PostgresNode[] = [];

function ends<Port>(of: (end: PostgresNode) => Port) {
  return async () => {
    const [one, other] = await openTwo();
    last = [one, other];
    return [of(one), of(other)] as const;
  };
}

describe('two gateways on PostgreSQL', () => {
  rateLimitsContract(ends(({ database }) => sharedRates(database, { generation })));
  signatureLocksContract(ends(({ database }) => sharedLocks(database, { generation })));
  faultsContract(ends(({ database }) => sharedFaults(database, { generation, mayStrike: () => true })));
  endpointChecksContract(
    ends(({ database, notices }) => sharedChecks(database, { generation, notices })),
    settled,
  );
  requestLogContract(openLogs);
  wakeUpsContract(
    ends(({ database, notices }) => sharedWakeUps(database, { notices })),
    settled,
  );
  clusterLocksContract(
    ends(({ database, notices }) => new PostgresLocks(database, { notices })),
    settled,
  );

  let isWatched = false;
  eventsContract(
    ends(({ database, notices }) => {
      isWatched = false;
      return new SharedEvents(database, { notices, isWatched: () => isWatched, failed: () => {} });
    }),
    async () => {
      await settled();
      isWatched = await isWatchedNow();
    },
  );
  instancesContract(ends(({ database }) => sharedInstances(database, { sayEvery: 10 })));
});

/** Opens two logs. Each log knows the keys of the other log, as in synchronized instances. */
async function openLogs() {
  const logs = await ends(({ database }) => new SharedRequests(database, { generation: () => generation }))();
  const protect = (keys: MerchantKeys) => {
    for (const log of logs) SharedRequests.prototype.protect.call(log, keys);
  };
  return [Object.assign(logs[0], { protect }), Object.assign(logs[1], { protect })] as const;
}

async function isWatchedNow(): Promise<boolean> {
  const [end] = last;
  if (end === undefined) return false;
  const text = `SELECT split_part(${end.database.schema}.present_state(''), ' ', 8) = 't' AS is_watched`;
  const [row] = await end.database.read<{ readonly is_watched: boolean }>({ text });
  return row?.is_watched ?? false;
}
