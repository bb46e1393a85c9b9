import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { inProcess, runInProcess } from './in-process.ts';
import { command, environment, type Ready } from './inrgate.ts';

/** Sends two pay-ins, of which the gateway accepts one and rejects one. */
async function twoCalls({ baseUrl }: { readonly baseUrl: string }): Promise<void> {
  const env = { INRGATE_BASE_URL: baseUrl };
  await inProcess(['payin', 'create', '--mch-order-no', 'LIVE-1', '--amount', '500.00'], env);
  await inProcess(['payin', 'create', '--mch-order-no', 'LIVE-2', '--amount', '500.00'], {
    ...env,
    INRGATE_MCH_ID: 'DEMO1001',
    INRGATE_MCH_KEY: 'not-the-key',
  });
}

test('serve prints requests as lines on standard output, and rejections with their reason', async () => {
  const gateway = runInProcess(['serve', '--port', '0']);
  const url = /http:\S+/.exec(await gateway.line(/is ready/))?.[0] ?? '';
  await twoCalls({ baseUrl: `${url}v3` });
  await gateway.line(/The digest does not match/);
  const { code, stdout, stderr } = await gateway.stop('SIGTERM');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/^--> POST \/v3\/payin 200 LIVE-1 \(\d+ ms\)$/m);
  expect(stdout).toMatch(/^--> POST \/v3\/payin 401 invalid_signature LIVE-2 \(\d+ ms\)\n {4}The digest/m);
});

test('serve --json prints an event on every line after the first', async () => {
  const gateway = runInProcess(['serve', '--port', '0', '--json']);
  const ready: Ready = JSON.parse(await gateway.line(/^\{"event":"ready"/));
  await twoCalls(ready);
  await inProcess(['mock', 'pay', 'LIVE-1'], { INRGATE_BASE_URL: ready.baseUrl });
  await gateway.line(/undeliverable/);
  const { stdout } = await gateway.stop('SIGTERM');
  const events = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(events).toMatchObject([
    { event: 'ready' },
    { event: 'order', kind: 'payin', mchOrderNo: 'LIVE-1', status: 'pending' },
    { event: 'request', path: '/v3/payin', status: 200, mchOrderNo: 'LIVE-1' },
    { event: 'request', path: '/v3/payin', status: 401, error: 'invalid_signature' },
    { event: 'order', status: 'success' },
    { event: 'callback', callbackEvent: 'payin.success', state: 'undeliverable' },
  ]);
  expect(stdout.slice(stdout.indexOf('\n'))).not.toMatch(/demo-mch|not-the-key|"sign"/);
});

test('serve --quiet prints no live lines', async () => {
  const gateway = runInProcess(['serve', '--port', '0', '--json', '--quiet']);
  const ready: Ready = JSON.parse(await gateway.line(/^\{/));
  await twoCalls(ready);
  const { code, stdout } = await gateway.stop('SIGTERM');
  expect({ code, lines: stdout.trimEnd().split('\n').length }).toEqual({ code: 0, lines: 1 });
});

test.each(['closes', 'never reads'])('a reader that %s the pipe does not delay the gateway', async (how) => {
  const child = spawn(process.execPath, [command, 'serve', '--port', '0', '--json'], {
    env: environment({}),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const exited = once(child, 'exit');
  const [first] = await once(child.stdout, 'data');
  child.stdout.pause();
  if (how === 'closes') child.stdout.destroy();
  const { controlUrl }: Ready = JSON.parse(String(first));
  const freeze = () => fetch(`${controlUrl}/clock/freeze`, { method: 'POST' });
  // Cause more output than a pipe can contain.
  for (let batch = 0; batch < 20; batch += 1) await Promise.all(Array.from({ length: 100 }, freeze));
  expect((await freeze()).status).toBe(200);
  child.kill('SIGTERM');
  child.stdout.destroy();
  expect(await exited).toEqual([0, null]);
});
