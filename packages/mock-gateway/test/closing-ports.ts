/**
 * `node closing-ports.ts URL SCHEMA` opens and closes every port that gateways share. The process must end by itself,
 * because no port stays open.
 */

import { aRequest } from '../src/observability/samples.contract.ts';
import { sharedChecks } from '../src/postgres/cluster/endpoint-checks.ts';
import { SharedEvents } from '../src/postgres/cluster/events.ts';
import { sharedInstances } from '../src/postgres/cluster/instances.ts';
import { PostgresLocks } from '../src/postgres/cluster/locks.ts';
import { Notices } from '../src/postgres/cluster/notices.ts';
import { SharedRequests } from '../src/postgres/cluster/request-log.ts';
import { sharedWakeUps } from '../src/postgres/cluster/wake-ups.ts';
import { openDatabase } from '../src/postgres/connection/database.ts';

const [, , url = '', schema = ''] = process.argv;
const database = await openDatabase({ url, schema });
const notices = new Notices(database, () => {});
const events = new SharedEvents(database, { notices, isWatched: () => true, failed: () => {} });
const log = new SharedRequests(database, { generation: () => 1 });
const clusterLocks = new PostgresLocks(database, { notices });
const instances = sharedInstances(database);
const wakeUps = sharedWakeUps(database, { notices });
const checks = sharedChecks(database, { generation: 1, notices });

events.subscribe(() => {});
await events.reached();
await instances.join({ id: 'a', startedAt: 1, delivering: () => 0 });
const check = { state: 'running', startedAt: 0, url: '', message: null, checks: [] } as const;
const running = await checks.begin('M1', check);
await clusterLocks.withLock(['clock'], async () => events.publish(() => [{ type: 'clock', data: {} }]));
wakeUps.wake(1);
log.record(aRequest()).catch(() => process.exit(1));

await running?.tell({ ...check, state: 'done' });
events.end();
wakeUps.end();
await Promise.all([events.idle(), log.idle(), clusterLocks.idle(), wakeUps.idle(), instances.leave()]);
await notices.close();
await database.close();
process.stdout.write('closed');
