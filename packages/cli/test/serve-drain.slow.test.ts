import { Agent, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { inProcess, serveInProcess } from './in-process.ts';
import { type Ready, type Served, serve } from './inrgate.ts';

/**
 * Seconds during which the gateway still accepts requests at the shutdown. The time is sufficient for a busy machine.
 */
const drainSeconds = 5;

/** Milliseconds between two requests of a client. */
const pauseMs = 40;

/** Connects like a load balancer, over keep-alive connections. */
class Backend {
  readonly #agent = new Agent({ keepAlive: true });
  readonly #controlUrl: string;
  isReady = true;

  constructor({ controlUrl }: Ready) {
    this.#controlUrl = controlUrl;
  }

  call(method: 'GET' | 'POST', path: string, body = '') {
    return new Promise<{ status: number | undefined; connection: string | undefined; body: unknown }>(
      (resolve, reject) => {
        request(`${this.#controlUrl}${path}`, { method, agent: this.#agent }, (response) => {
          const { statusCode: status, headers } = response;
          json(response).then(
            (read) => resolve({ status, connection: headers.connection, body: read }),
            reject,
          );
        })
          .on('error', reject)
          .end(body);
      },
    );
  }

  /** Polls the readiness until the gateway is not ready. */
  async watch(): Promise<void> {
    while (this.isReady) {
      const { status } = await this.call('GET', '/ready');
      this.isReady = status === 200;
      await sleep(pauseMs);
    }
  }

  async credit(): Promise<number | undefined> {
    const { status } = await this.call('POST', '/merchants/DEMO1001/credit', '{"amount":"1.00"}');
    return status;
  }
}

async function availableAt({ env }: Served): Promise<number> {
  const { stdout } = await inProcess(['mock', 'wallet', '--json'], env);
  return Number(JSON.parse(stdout).available);
}

async function expectDrained(signal: 'SIGTERM' | 'SIGINT'): Promise<void> {
  const { ready, env, stop } = await serve(['--drain', String(drainSeconds)]);
  const backend = new Backend(ready);
  expect(await backend.call('GET', '/ready')).toMatchObject({ status: 200, connection: 'keep-alive' });
  expect(await inProcess(['mock', 'ready'], env)).toMatchObject({ code: 0, stdout: 'ready\n' });
  const told = performance.now();
  const ended = stop(signal);
  await backend.watch();
  const payin = await inProcess(['payin', 'create', '--mch-order-no', 'LATE-1', '--amount', '500.00'], env);
  expect(payin).toMatchObject({ code: 0 });
  expect(await backend.call('GET', '/ready')).toEqual({
    status: 503,
    connection: 'close',
    body: { ready: false, error: 'not_ready', message: expect.stringContaining('shutting down') },
  });
  expect(await inProcess(['mock', 'ready'], env)).toMatchObject({
    code: 3,
    stderr: expect.stringContaining('shutting down'),
  });
  expect(await ended).toMatchObject({ code: 0, stderr: '' });
  const took = performance.now() - told;
  expect(took).toBeGreaterThan(1_000 * drainSeconds - 100);
  expect(took).toBeLessThan(60_000);
}

// All gateways of this file drain at the same time.
test.concurrent('after SIGTERM or SIGINT, serve reports not ready, serves requests until --drain has passed, and exits with code 0', async () => {
  await Promise.all([expectDrained('SIGTERM'), expectDrained('SIGINT')]);
});

test.concurrent('a load balancer with a readiness check loses no request when one of two gateways stops', async () => {
  const gateways = await Promise.all([serveInProcess(['--drain', String(drainSeconds)]), serveInProcess()]);
  const [stopping, staying] = gateways;
  const backends = gateways.map(({ ready }) => new Backend(ready));
  const before = [await availableAt(stopping), await availableAt(staying)];
  const answers: (number | undefined)[] = [];
  const asked: Promise<unknown>[] = [];
  let isOver = false;
  const load = Array.from({ length: 8 }, async (_, turn) => {
    for (let at = turn; !isOver; at++) {
      const ready = backends.filter(({ isReady }) => isReady);
      const answer = ready[at % ready.length]?.credit();
      if (ready.length > 1) asked.push(Promise.resolve(answer));
      answers.push(await answer);
      await sleep(pauseMs);
    }
  });
  const ended = stopping?.stop('SIGTERM');
  await backends[0]?.watch();
  // Wait for the requests that were sent before the signal.
  await Promise.all(asked);
  const taken = await availableAt(stopping);
  expect(await ended).toMatchObject({ code: 0 });
  isOver = true;
  await Promise.all(load);
  expect(new Set(answers)).toEqual(new Set([200]));
  const after = [taken, await availableAt(staying)];
  const credited = after.reduce((sum, available, at) => sum + available - (before[at] ?? 0), 0);
  expect(credited).toBe(answers.length);
  await staying.stop();
});
