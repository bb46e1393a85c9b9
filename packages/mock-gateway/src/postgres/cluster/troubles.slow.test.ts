import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { type PostgresNode, postgresEnds } from '../../../test/postgres-ends.ts';
import type { GatewayEvent } from '../../observability/events.ts';
import type { Database } from '../connection/database.ts';
import { sharedChecks } from './endpoint-checks.ts';
import { SharedEvents } from './events.ts';
import { sharedFaults } from './faults.ts';
import { sharedInstances } from './instances.ts';
import { PostgresLocks } from './locks.ts';
import { sharedRates } from './rate-limits.ts';
import { sharedLocks } from './signature-locks.ts';
import { sharedWakeUps } from './wake-ups.ts';

const { open, openTwo, settled, server, storeOn } = postgresEnds();

const drop = { endpoint: 'payin', phase: 'before', action: { kind: 'drop' } } as const;
const subject = { mchId: 'M1', mchOrderNo: 'A' };
const event: GatewayEvent = { type: 'clock', data: {} };

describe('three gateways on PostgreSQL', () => {
  it('three gateways admit exactly 120 of 150 simultaneous calls of each caller [contract:several.limits]', async () => {
    const gateways = (await open(3)).map(({ database }) => sharedRates(database, { generation: 1 }));
    const passed = { a: 0, b: 0 };
    const call = async (gateway: number, caller: 'a' | 'b') => {
      if ((await gateways[gateway]?.admit(caller, 120, 0)) === null) passed[caller] += 1;
    };
    // Two gateways that lock rows in opposite order.
    const orders = [['a', 'b'] as const, ['b', 'a'] as const, ['a', 'b'] as const];
    const rounds = Array.from({ length: 50 }, () => orders).flat();
    await Promise.all(rounds.flatMap((order, n) => order.map((caller) => call(n % 3, caller))));
    expect(passed).toEqual({ a: 120, b: 120 });
  });

  it.each([
    ['rates', 'caller', (database: Database) => sharedRates(database, { generation: 1 }).admit],
    ['failures', 'ip', (database: Database) => recordingFailures(database)],
  ] as const)(
    'three gateways lock the rows of the table %s in the same order [contract:several.limits]',
    async (table, column, callsOf) => {
      const [{ database }, outside] = await openTwo();
      const { schema } = database;
      const call = callsOf(database);
      await Promise.all(['a', 'b'].map((name) => call(name, 120, 0)));
      const rowOf = (name: string) => ({
        text: `SELECT FROM ${schema}.${table} WHERE ${column} = '${name}' FOR UPDATE NOWAIT`,
      });
      let calls: Promise<unknown> = Promise.resolve();
      await outside.database.use(async (connection) => {
        await connection.query({ text: 'BEGIN' });
        await connection.query(rowOf('a'));
        calls = Promise.all(['b', 'a'].map((name) => call(name, 120, 1)));
        await areWaiting(database, 1);
        // An instance that waits for the first row has not yet locked the second row, so no other instance waits for
        // the second row.
        await connection.query(rowOf('b'));
        await connection.query({ text: 'ROLLBACK' });
      });
      await calls;
    },
  );

  it("a gateway that waits for another gateway's count includes that count [contract:several.limits]", async () => {
    const [one, other] = await openTwo();
    const rates = [one, other].map(({ database }) => sharedRates(database, { generation: 1 }));
    await rates[0]?.admit('a', 2, 0);
    let calls: Promise<readonly unknown[]> = Promise.resolve([]);
    await one.database.use(async (connection) => {
      await connection.query({ text: 'BEGIN' });
      await connection.query({ text: `SELECT FROM ${one.database.schema}.rates FOR UPDATE` });
      calls = Promise.all(rates.map((gateway) => gateway.admit('a', 2, 1)));
      await areWaiting(one.database, 2);
      await connection.query({ text: 'ROLLBACK' });
    });
    expect((await calls).filter((retryAfter) => retryAfter === null)).toHaveLength(1);
  });

  it('three gateways together apply a fault exactly as often as `times` allows [contract:several.limits]', async () => {
    const faults = (await open(3)).map(({ database }) =>
      sharedFaults(database, { generation: 1, mayStrike }),
    );
    await faults[0]?.add({ ...drop, times: 5 });
    const calls = Array.from({ length: 60 }, (_, n) => faults[n % 3]?.strikeWire('payin', 'before', subject));
    expect((await Promise.all(calls)).filter((struck) => struck !== null)).toHaveLength(5);
    const added = await Promise.all(Array.from({ length: 30 }, (_, n) => faults[n % 3]?.add(drop)));
    expect(new Set(added.map((fault) => fault?.id)).size).toBe(30);
    expect(await faults[1]?.list()).toHaveLength(30);
  });
});

const mayStrike = () => true;

function recordingFailures(database: Database) {
  const locks = sharedLocks(database, { generation: 1 });
  const rule = { failures: 9, windowSeconds: 9, lockSeconds: 9 };
  return (ip: string, _limit: number, now: number) => locks.recordFailure(ip, rule, now);
}

/**
 * Waits until `count` sessions wait for a row. Reads outside a transaction, because a transaction would keep its first
 * result.
 */
async function areWaiting({ read }: Pick<Database, 'read'>, count: number): Promise<void> {
  const text = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  while ((await read({ text })).length < count);
}

it('the database records whether a generation contains faults', async () => {
  const [{ database }] = await openTwo();
  const { schema } = database;
  const isInForce = async () => {
    const text = `SELECT split_part(${schema}.present_state(''), ' ', 6) = 't' AS is_in_force`;
    return (await database.read<{ readonly is_in_force: boolean }>({ text }))[0]?.is_in_force;
  };
  const faults = sharedFaults(database, { generation: 1, mayStrike });
  expect(await isInForce()).toBe(false);
  const { id } = await faults.add({ ...drop, mchOrderNo: 'a\0b\uE000' });
  expect(await isInForce()).toBe(true);
  expect(await faults.list()).toMatchObject([{ mchOrderNo: 'a\0b\uE000' }]);
  const unasked = sharedFaults(stopped(database).database, { generation: 1, mayStrike: () => false });
  expect(await unasked.anyFor('payin')).toBe(false);
  expect(await unasked.strikeWire('payin', 'before', subject)).toBeNull();
  expect(await unasked.strikeCallback(subject)).toBeNull();
  await database.write({ text: `UPDATE ${schema}.gateway SET era = 2` });
  expect(await isInForce()).toBe(false);
  await database.write({ text: `UPDATE ${schema}.gateway SET era = 1` });
  await faults.remove(id);
  expect(await isInForce()).toBe(false);
});

describe('generations on PostgreSQL', () => {
  it('the data of two generations are isolated from each other', async () => {
    const [{ database, notices }] = await openTwo();
    const portsOf = (generation: number) => ({
      rates: sharedRates(database, { generation }),
      locks: sharedLocks(database, { generation }),
      faults: sharedFaults(database, { generation, mayStrike }),
      checks: sharedChecks(database, { generation, notices }),
    });
    const [before, after] = [portsOf(1), portsOf(2)];
    const rule = { failures: 1, windowSeconds: 9, lockSeconds: 9 };
    const fill = async ({ rates, locks, faults, checks }: typeof before) => {
      expect(await rates.admit('a', 1, 0)).toBeNull();
      await locks.recordFailure('::1', rule, 0);
      expect((await faults.add(drop)).id).toBe('fault_1');
      const running = await checks.begin('M1', check);
      await running?.tell({ ...check, state: 'done' });
    };
    await fill(before);
    expect(await after.locks.list(0)).toEqual([]);
    expect(await after.faults.list()).toEqual([]);
    expect(await after.checks.last('M1')).toBeNull();
    await fill(after);
    const store = await storeOn(database);
    expect(await store.startOver([])).toMatchObject({ committed: true });
    const left = ['rates', 'failures', 'faults', 'checks'].map(
      (table) => `SELECT '${table}' AS of FROM ${database.schema}.${table}`,
    );
    expect(await database.read({ text: left.join(' UNION ALL ') })).toEqual([]);
    await fill(after);
  });
});

describe('lost notification', () => {
  const cut = async ({ database, notices }: PostgresNode) =>
    database.write({
      text: `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND query = $1`,
      values: [`LISTEN ${notices.channel}`],
    });

  it('an event with a lost notification still arrives once', async () => {
    const [one, other] = await openTwo();
    const told: unknown[] = [];
    let came = Promise.withResolvers<void>();
    const [from, at] = [one, other].map(({ database, notices }) => eventsOn(database, notices));
    at?.subscribe(({ data }) => {
      told.push(data);
      came.resolve();
    });
    await at?.reached();
    for (const n of [1, 2]) {
      await cut(one);
      from?.publish(() => [{ type: 'order', data: { n } }]);
      await came.promise;
      came = Promise.withResolvers();
    }
    expect(told).toEqual([{ n: 1 }, { n: 2 }]);
  });

  it('an instance without notifications finds an event by polling [contract:several.unheard]', async () => {
    const [one, other] = await openTwo();
    await other.notices.close();
    const came = Promise.withResolvers<GatewayEvent>();
    const options = { notices: other.notices, isWatched: () => true, failed: () => {}, lookEvery: 20 };
    const at = new SharedEvents(other.database, options);
    at.subscribe(came.resolve);
    await at.reached();
    eventsOn(one.database, one.notices).publish(() => [event]);
    expect(await came.promise).toEqual(event);
    at.end();
  });

  it('an instance without notifications acquires a lock by polling [contract:several.unheard]', async () => {
    const [one, other] = await openTwo();
    await other.notices.close();
    const first = working(new PostgresLocks(one.database, { notices: one.notices }));
    await first.began;
    const second = new PostgresLocks(other.database, { notices: other.notices, lease: 200 });
    const next = second.withLock(['clock'], async () => 'next');
    first.release();
    expect(await next).toBe('next');
  });

  it('the loss of a wake-up causes no error', async () => {
    const [one, other] = await openTwo();
    const wakeUps = [one, other].map(({ database, notices }) => sharedWakeUps(database, { notices }));
    const heard: number[] = [];
    wakeUps[1]?.onWake((at) => heard.push(at));
    await one.database.close();
    wakeUps[0]?.wake(5);
    wakeUps[1]?.wake(7);
    expect(heard).toEqual([7]);
    await Promise.all(wakeUps.map((end) => end.idle()));
  });
});

describe('holder of a cluster lock', () => {
  it('a lock holder that dies loses the lock when its lease ends [contract:several.turns]', async () => {
    const [one, other] = await openTwo();
    const died = working(locksOn(one, 300));
    await died.began;
    const next = locksOn(other).withLock(['configuration', 'clock'], async () => 'next');
    await one.database.close();
    expect(await next).toBe('next');
    died.release();
    await died.result;
  });

  it('a lock holder that resumes after a pause neither delays other instances nor releases their locks [contract:several.turns]', async () => {
    const [one, other] = await openTwo();
    const stall = stopped(one.database);
    stall.goOn();
    const ofOne = locksOn({ ...one, database: stall.database }, 300);
    const first = working(ofOne);
    await first.began;
    const waiting = working(ofOne);
    await settled();
    stall.stop();
    const second = working(locksOn(other));
    await second.began;
    stall.goOn();
    first.release();
    expect(await first.result).toBe('done');
    const third = locksOn(other).withLock(['clock'], async () => 'third');
    await settled();
    expect([waiting.hasBegun(), second.isDone()]).toEqual([false, false]);
    second.release();
    await waiting.began;
    waiting.release();
    expect(await Promise.all([second.result, waiting.result, third])).toEqual(['done', 'done', 'third']);
  });

  it('an instance that is notified of its lock too late requests the lock again [contract:several.turns]', async () => {
    const [one, other] = await openTwo();
    const late = stopped(one.database, 'after');
    const ofOne = locksOn({ ...one, database: late.database }, 200);
    const first = working(ofOne);
    const second = working(locksOn(other));
    await second.began;
    late.goOn();
    await settled();
    expect(first.hasBegun()).toBe(false);
    second.release();
    await first.began;
    first.release();
    expect(await Promise.all([first.result, second.result])).toEqual(['done', 'done']);
  });

  it('a lock request fails while the database is unreachable, and a later request succeeds', async () => {
    const [one] = await openTwo();
    const clusterLocks = locksOn({
      ...one,
      database: { ...one.database, write: () => Promise.reject(away) },
    });
    await expect(clusterLocks.withLock(['clock'], async () => 'no')).rejects.toBe(away);
    expect(await locksOn(one).withLock(['clock'], async () => 'yes')).toBe('yes');
  });
});

const away = new Error('away');

describe('check of an endpoint', () => {
  it('a check fails when its instance dies, so another instance can begin a check', async () => {
    const [one, other] = await openTwo();
    const stall = stopped(one.database);
    stall.goOn();
    const dying = sharedChecks(stall.database, { generation: 1, notices: one.notices });
    const checks = sharedChecks(other.database, { generation: 1, notices: other.notices });
    const first = await dying.begin('M1', check);
    expect(await checks.last('M1')).toEqual(check);
    stall.stop();
    await one.database.write({
      text: `UPDATE ${one.database.schema}.checks SET until = clock_timestamp()`,
    });
    let next = null;
    while (next === null) next = await checks.begin('M1', { ...check, url: 'http://next/' });
    stall.goOn();
    await first?.tell({ ...check, message: 'late' });
    expect(first?.stopped.aborted).toBe(true);
    expect(await checks.last('M1')).toEqual({ ...check, url: 'http://next/' });
    await first?.tell({ ...check, state: 'stopped' });
    await next.tell({ ...check, state: 'done' });
  });

  it('the list of checks shows a check as failed if no instance runs the check', async () => {
    const [one, other] = await openTwo();
    const options = { generation: 1, notices: one.notices, lease: 50 };
    await sharedChecks(one.database, options).begin('M1', check);
    await one.database.close();
    const checks = sharedChecks(other.database, { ...options, notices: other.notices });
    let last = await checks.last('M1');
    while (last?.state === 'running') last = await checks.last('M1');
    expect(last).toEqual({
      ...check,
      state: 'failed',
      message: 'The instance that ran the check has stopped.',
    });
  });

  it('an instance without notifications can stop a check', async () => {
    const [one, other] = await openTwo();
    await one.notices.close();
    const checks = sharedChecks(one.database, { generation: 1, notices: one.notices, lease: 200 });
    const running = await checks.begin('M1', check);
    const stopping = sharedChecks(other.database, { generation: 1, notices: other.notices });
    await stopping.stop('M1');
    if (running?.stopped.aborted === false)
      await new Promise((resolve) => running.stopped.addEventListener('abort', resolve));
    expect(running?.stopped.aborted).toBe(true);
    await running?.tell({ ...check, state: 'stopped' });
  });
});

it('the list of instances omits a dead gateway after its lease', async () => {
  const [one, other] = await openTwo();
  const died = sharedInstances(one.database, { lease: 100 });
  await died.join({ id: 'a', startedAt: 1, delivering: () => 3 });
  const instances = sharedInstances(other.database);
  await instances.join({ id: 'b', startedAt: 2, delivering: () => 0 });
  await one.database.close();
  while ((await instances.list()).length > 1);
  expect(await instances.list()).toEqual([{ id: 'b', startedAt: 2, delivering: 0 }]);
  await instances.leave();
});

it('an instance that only reads omits a dead gateway from its list [contract:several.turns]', async () => {
  const [one, other] = await openTwo();
  const died = sharedInstances(one.database, { lease: 100 });
  await died.join({ id: 'a', startedAt: 1, delivering: () => 3 });
  await one.database.close();
  const looks = sharedInstances(other.database);
  while ((await looks.list()).length > 0);
});

it('a process exits after it has closed its connections', async () => {
  const [{ database }] = await openTwo();
  const program = fileURLToPath(new URL('../../../test/closing-ports.ts', import.meta.url));
  const args = ['--conditions=@inrgate/source', program, server(), database.schema.replaceAll('"', '')];
  const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 60_000 });
  expect(stdout).toBe('closed');
});

const check = { state: 'running', startedAt: 0, url: 'http://s/', message: null, checks: [] } as const;

function eventsOn(database: Database, notices: PostgresNode['notices']) {
  return new SharedEvents(database, { notices, isWatched: () => true, failed: () => {} });
}

function locksOn({ database, notices }: Pick<PostgresNode, 'database' | 'notices'>, lease = 10_000) {
  return new PostgresLocks(database, { notices, lease });
}

function working(clusterLocks: PostgresLocks) {
  const [began, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const state = { hasBegun: false, isDone: false };
  const result = clusterLocks.withLock(['clock'], async () => {
    state.hasBegun = true;
    began.resolve();
    await released.promise;
    state.isDone = true;
    return 'done';
  });
  return {
    result,
    began: began.promise,
    release: released.resolve,
    hasBegun: () => state.hasBegun,
    isDone: () => state.isDone,
  };
}

/** A database whose process is stopped before the request or before the response, until the test continues it. */
function stopped(database: Database, when: 'before' | 'after' = 'before') {
  let goesOn = Promise.withResolvers<void>();
  const held = async <T>(ask: () => Promise<T>) => {
    if (when === 'before') await goesOn.promise;
    const answer = await ask();
    if (when === 'after') await goesOn.promise;
    return answer;
  };
  const statement: Pick<Database, 'read' | 'write'> = {
    read: (asked) => held(() => database.read(asked)),
    write: (asked) => held(() => database.write(asked)),
  };
  return {
    database: { ...database, ...statement },
    goOn: () => goesOn.resolve(),
    stop() {
      goesOn = Promise.withResolvers();
    },
  };
}
