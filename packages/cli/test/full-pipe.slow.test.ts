import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { createMockGateway, type MockGateway } from '@inrgate/mock-gateway';
import { signedCallback } from '@inrgate/sdk/testing';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { hasRuntimes } from '../../../test/runtimes.ts';
import { type Pipe, pipe } from './full-pipe.ts';
import { runInProcess } from './in-process.ts';
import { command, deadAddress, environment, type Ready } from './inrgate.ts';

/**
 * Milliseconds in which the process must end. Much less than the usual ten seconds before SIGKILL, but enough for a
 * busy machine.
 */
const soonMs = 4_000;

const testWithPipe = test.runIf(hasRuntimes('mkfifo'));

let gateway: MockGateway;

beforeAll(async () => {
  gateway = await createMockGateway();
  await gateway.listen();
});

afterAll(() => gateway.close());

/** Starts the command with a pipe as its standard output. */
function start(args: readonly string[], { end }: Pipe): ChildProcess {
  const env = environment({ INRGATE_BASE_URL: gateway.baseUrl });
  const child = spawn(process.execPath, [command, ...args], { env, stdio: ['ignore', end, 'ignore'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

async function ended(child: ChildProcess, signal: NodeJS.Signals) {
  const exited = once(child, 'exit');
  const askedAt = performance.now();
  child.kill(signal);
  const [code, killedBy] = await exited;
  return { code, killedBy, soon: performance.now() - askedAt < soonMs };
}

const gone = { code: 0, killedBy: null, soon: true };

testWithPipe.each(['SIGTERM', 'SIGINT'] as const)(
  'serve exits soon after %s, even if no program reads its output',
  async (signal) => {
    const output = pipe();
    const child = start(['serve', '--port', '0', '--json'], output);
    const { controlUrl }: Ready = JSON.parse(await output.firstLine());
    output.fill();
    expect((await fetch(`${controlUrl}/clock/freeze`, { method: 'POST' })).status).toBe(200);
    expect(await ended(child, signal)).toEqual(gone);
  },
);

testWithPipe('serve exits soon, even if no program has read its first line', async () => {
  const output = pipe();
  output.fill();
  const { port, origin } = new URL(await deadAddress());
  const child = start(['serve', '--port', port, '--json'], output);
  const answers = () => fetch(`${origin}/_mock/health`).catch(() => undefined);
  while ((await answers()) === undefined) await sleep(20);
  expect(await ended(child, 'SIGTERM')).toEqual(gone);
});

testWithPipe('listen exits soon with an unread pipe and restores the previous callback URL', async () => {
  const output = pipe();
  const child = start(['listen', '--print-url', '--set-callback-url'], output);
  const url = await output.firstLine();
  output.fill();
  const { body, contentType } = signedCallback('payin', gateway.merchant);
  const answer = await fetch(url, { method: 'POST', headers: { 'content-type': contentType }, body });
  expect(await answer.text()).toBe('success');
  expect(await ended(child, 'SIGTERM')).toEqual(gone);
  expect(await gateway.merchants.get(gateway.merchant.mchId)).toMatchObject({ callbackUrl: null });
});

testWithPipe('logs exits soon after SIGTERM, even if no program reads its output', async () => {
  const output = pipe();
  const child = start(['logs', '--json'], output);
  await output.firstLine();
  output.fill();
  // A second reader shows that the gateway has sent the events.
  const other = runInProcess(['logs', '--json'], { INRGATE_BASE_URL: gateway.baseUrl });
  await other.line(/"event":"connected"/);
  await gateway.clock.freeze();
  await other.line(/"event":"clock"/);
  expect(await ended(child, 'SIGTERM')).toEqual(gone);
  await other.stop();
});
