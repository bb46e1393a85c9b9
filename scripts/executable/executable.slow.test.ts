import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { buildExecutable } from '../executable.mjs';

const runFile = promisify(execFile);
const cache = 'node_modules/.cache/inrgate/executable';
/** Maximum size of the executable in millions of bytes. */
const largest = 140;

const folder = mkdtempSync(path.join(os.tmpdir(), 'inrgate-executable-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let executable: string;
let unpackedOnce: string;
let versions: readonly string[];
beforeAll(async () => {
  executable = await buildExecutable(cache);
  unpackedOnce = temporary();
  versions = await Promise.all(Array.from({ length: 3 }, () => version(unpackedOnce)));
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

async function inrgate(args: readonly string[], env: NodeJS.ProcessEnv): Promise<unknown> {
  const { stdout } = await runFile(executable, [...args, '--json'], { cwd: folder, env });
  return JSON.parse(stdout);
}

async function version(unpackTo: string): Promise<string> {
  const { stdout } = await runFile(executable, ['--version'], { cwd: folder, env: environment(unpackTo) });
  return stdout.trim();
}

/** Copies the files that several processes have unpacked. */
function unpackedCopy(): string {
  const unpackTo = temporary();
  cpSync(unpackedOnce, unpackTo, { recursive: true });
  // The executable trusts only a folder of its user.
  chmodSync(unpackedIn(unpackTo), 0o700);
  return unpackTo;
}

/** Returns the only folder that the executable has unpacked. */
function unpackedIn(unpackTo: string): string {
  const [name = '', ...others] = readdirSync(unpackTo);
  expect(others).toEqual([]);
  return path.join(unpackTo, name);
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

it(`the executable is smaller than ${largest} MB`, () => {
  const { size } = statSync(executable);
  console.log(`executable: ${(size / 1e6).toFixed(0)} MB`);
  expect(size).toBeLessThan(largest * 1e6);
});

it('without PATH or HOME, the executable keeps a payment and survives a kill', async () => {
  const unpackTo = temporary();
  const database = path.join(folder, 'kept.db');
  const first = await serve(database, unpackTo);
  const env = environment(unpackTo, { INRGATE_BASE_URL: first.started.baseUrl });
  await inrgate(['payin', 'create', '--mch-order-no', 'ORDER-1', '--amount', '500.00'], env);
  await first.end();
  const second = await serve(database, unpackTo);
  const again = environment(unpackTo, { INRGATE_BASE_URL: second.started.baseUrl });
  expect(await inrgate(['payin', 'get', '--mch-order-no', 'ORDER-1'], again)).toMatchObject({
    status: 'pending',
  });
  const page = await fetch(new URL('/', second.started.baseUrl));
  expect(await page.text()).toContain('<script');
});

it('the executable can be unpacked by several processes simultaneously', () => {
  expect(new Set(versions).size).toBe(1);
  const unfinished = readdirSync(unpackedIn(unpackedOnce), { recursive: true }).filter((file) =>
    /\.\d+$/.test(`${file}`),
  );
  expect(unfinished).toEqual([]);
});

it('the executable restores unpacked files that were removed or truncated', async () => {
  const unpackTo = unpackedCopy();
  const unpacked = unpackedIn(unpackTo);
  truncateSync(path.join(unpacked, 'app/main.mjs'), 10);
  rmSync(path.join(unpacked, 'prebuilds'), { recursive: true });
  expect(await version(unpackTo)).toBe(versions[0]);
  expect(readdirSync(path.join(unpacked, 'prebuilds'))).toHaveLength(1);
});

it.skipIf(process.platform === 'win32')(
  'the executable does not run code in a folder that other users can change',
  async () => {
    const unpackTo = unpackedCopy();
    const unpacked = unpackedIn(unpackTo);
    writeFileSync(
      path.join(unpacked, 'app/start.cjs'),
      'throw 1;'.padEnd(statSync(path.join(unpacked, 'app/start.cjs')).size),
    );
    chmodSync(unpacked, 0o777);
    expect(await version(unpackTo)).toBe(versions[0]);
    // Only one folder may be left, because the folder of the other process is deleted.
    expect(readdirSync(unpackTo)).toHaveLength(1);
  },
);

it('the executable exits with code 2 and names a folder that it cannot write to', async () => {
  const unpackTo = path.join(temporary(), 'a-file');
  writeFileSync(unpackTo, '');
  const outcome = runFile(executable, ['--version'], { cwd: folder, env: environment(unpackTo) });
  await expect(outcome).rejects.toMatchObject({
    code: 2,
    stdout: '',
    stderr: `error: inrgate cannot unpack itself below ${unpackTo} (ENOTDIR). Set TMPDIR to a folder that this user can write to.\n`,
  });
});
