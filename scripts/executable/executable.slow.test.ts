import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { buildExecutable } from '../executable.mjs';

const runFile = promisify(execFile);

const folder = mkdtempSync(path.join(os.tmpdir(), 'inrgate-executable-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let executable: string;
beforeAll(async () => {
  executable = await buildExecutable('node_modules/.cache/inrgate/executable');
}, 300_000);

/** Creates a folder for the files that the executable unpacks. */
function temporary(): string {
  return mkdtempSync(path.join(folder, 'tmp-'));
}

/** Creates an environment without PATH and HOME, except the folders that Windows needs. */
function environment(unpackTo: string, more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const { SystemRoot } = process.env;
  return { TMPDIR: unpackTo, TEMP: unpackTo, TMP: unpackTo, ...(SystemRoot ? { SystemRoot } : {}), ...more };
}

async function inrgate(args: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
  const { stdout } = await runFile(executable, args, { cwd: folder, env });
  return stdout;
}

async function serve(database: string, unpackTo: string) {
  const args = ['serve', '--port', '0', '--db', database, '--json'];
  const env = environment(unpackTo, { NODE_OPTIONS: '--no-such-option' });
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

it('without PATH or HOME, the executable keeps a payment and survives a kill', async () => {
  const unpackTo = temporary();
  const database = path.join(folder, 'kept.db');
  const first = await serve(database, unpackTo);
  const env = environment(unpackTo, { INRGATE_BASE_URL: first.started.baseUrl });
  await inrgate(['payin', 'create', '--mch-order-no', 'ORDER-1', '--amount', '500.00'], env);
  await first.end();
  const second = await serve(database, unpackTo);
  const again = environment(unpackTo, { INRGATE_BASE_URL: second.started.baseUrl });
  const found = await inrgate(['payin', 'get', '--mch-order-no', 'ORDER-1', '--json'], again);
  expect(JSON.parse(found)).toMatchObject({ status: 'pending' });
  const page = await fetch(new URL('/', second.started.baseUrl));
  expect(await page.text()).toContain('<script');
});

it.skipIf(process.platform === 'win32')(
  'the executable does not run code in a folder that other users can change',
  async () => {
    const unpackTo = temporary();
    const version = await inrgate(['--version'], environment(unpackTo));
    const unpacked = path.join(unpackTo, readdirSync(unpackTo)[0] ?? '');
    const start = path.join(unpacked, 'app/start.cjs');
    writeFileSync(start, 'throw 1;'.padEnd(statSync(start).size));
    chmodSync(unpacked, 0o777);
    expect(await inrgate(['--version'], environment(unpackTo))).toBe(version);
  },
);
