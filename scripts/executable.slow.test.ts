import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { buildExecutable } from './executable.mjs';

const runFile = promisify(execFile);

const folder = mkdtempSync(path.join(os.tmpdir(), 'inrgate-executable-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let executable: string;
beforeAll(async () => {
  executable = await buildExecutable('node_modules/.cache/inrgate/executable');
}, 300_000);

/** Creates an environment without PATH, HOME and a writable folder, except the folders that Windows needs. */
function environment(more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const { SystemRoot } = process.env;
  const none = path.join(folder, 'none');
  return { TMPDIR: none, TEMP: none, TMP: none, ...(SystemRoot ? { SystemRoot } : {}), ...more };
}

async function inrgate(args: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
  const { stdout } = await runFile(executable, args, { cwd: folder, env });
  return stdout;
}

async function serve(database: string) {
  const args = ['serve', '--port', '0', '--db', database, '--json'];
  const env = environment({ NODE_OPTIONS: '--no-such-option' });
  const child = spawn(executable, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  const closed = once(child, 'close');
  const end = async () => {
    child.kill('SIGKILL');
    await closed;
  };
  onTestFinished(end);
  return { started: JSON.parse(String(line)), end };
}

it('without PATH, HOME and a temporary folder, the executable keeps a payment and survives a kill', async () => {
  const database = path.join(folder, 'kept.db');
  const first = await serve(database);
  const env = environment({ INRGATE_BASE_URL: first.started.baseUrl });
  await inrgate(['payin', 'create', '--mch-order-no', 'ORDER-1', '--amount', '500.00'], env);
  await first.end();
  const second = await serve(database);
  const again = environment({ INRGATE_BASE_URL: second.started.baseUrl });
  const found = await inrgate(['payin', 'get', '--mch-order-no', 'ORDER-1', '--json'], again);
  expect(JSON.parse(found)).toMatchObject({ status: 'pending' });
  const page = await fetch(new URL('/', second.started.baseUrl));
  const [, script = ''] = /<script[^>]* src="([^"]+)"/.exec(await page.text()) ?? [];
  expect((await fetch(new URL(script, second.started.baseUrl))).status).toBe(200);
  await inrgate(['trigger', 'payin.success'], again);
});
