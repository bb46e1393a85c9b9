import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lock } from './lock.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'inrgate-lock-'));
  file = path.join(folder, 'a.lock');
});
afterEach(() => {
  for (const child of holders.splice(0)) kill(child);
  rmSync(folder, { recursive: true, force: true });
});

const holders: ChildProcess[] = [];

/** Ends the process and its children. */
function kill({ pid, exitCode, signalCode }: ChildProcess): void {
  if (pid !== undefined && exitCode === null && signalCode === null) process.kill(-pid, 'SIGKILL');
}

function deadPid(): number {
  return spawnSync(process.execPath, ['--version']).pid;
}

function ownedBy(pid: number, host = hostname()): void {
  writeFileSync(file, JSON.stringify({ pid, host }));
}

test('a lock can be acquired and released', () => {
  const unlock = lock(file);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ pid: process.pid, host: hostname() });
  unlock();
  expect(existsSync(file)).toBe(false);
});

/** A process that holds the lock until it is killed. `launcher` is the program that starts Node. */
async function holder(...launcher: readonly string[]): Promise<ChildProcess> {
  const script = `const { lock } = await import(${JSON.stringify(import.meta.resolve('./lock.ts'))});
    globalThis.unlock = lock(${JSON.stringify(file)}); console.log('locked'); setInterval(() => {}, 60_000);`;
  const [program = '', ...args] = [...launcher, process.execPath, '--input-type=module', '--eval', script];
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'ignore'], detached: true });
  holders.push(child);
  const [output] = await once(child.stdout, 'data');
  expect(String(output)).toBe('locked\n');
  return child;
}

const unshare = ['--pid', '--fork', '--kill-child'];
const hasNamespaces = spawnSync('unshare', [...unshare, 'true']).status === 0;

interface Holder {
  readonly who: string;
  readonly launcher: readonly string[];
}

test.for<Holder>([
  { who: 'another process', launcher: [] },
  ...(hasNamespaces
    ? [{ who: 'a process in another PID namespace', launcher: ['unshare', ...unshare] }]
    : []),
])('a lock held by $who blocks another import until the holder is killed', async ({ launcher }) => {
  const child = await holder(...launcher);
  const ended = once(child, 'close');
  for (const pid of [deadPid(), process.pid]) {
    ownedBy(pid);
    expect(() => lock(file)).toThrow(`another process is importing this file, process ${pid} on `);
  }
  kill(child);
  await ended;
  lock(file)();
  expect(readdirSync(folder)).toEqual([]);
});

test('a lock is granted to one of several simultaneous processes', () => {
  const unlock = lock(file);
  for (let tries = 0; tries < 5; tries += 1)
    expect(() => lock(file)).toThrow('another process is importing this file');
  unlock();
  lock(file)();
  expect(readdirSync(folder)).toEqual([]);
});

test('a lock ends when the process that holds it ends', () => {
  ownedBy(process.ppid);
  lock(file)();
  expect(existsSync(file)).toBe(false);
});

test('the import treats a lock of another machine as held', () => {
  ownedBy(deadPid(), 'elsewhere');
  expect(() => lock(file)).toThrow('on elsewhere. If that process has ended, remove ');
});

test('a lock file without an owner does not block the import', () => {
  writeFileSync(file, '');
  expect(() => lock(file)()).not.toThrow();
});

test('the error for an unwritable lock file names the file', () => {
  expect(() => lock(path.join(folder, 'absent', 'a.lock'))).toThrow(
    /a\.lock\.held cannot be written \(ENOENT\)/,
  );
  mkdirSync(`${file}.held`);
  expect(() => lock(file)).toThrow(/a\.lock\.held cannot be written \(ERR_SQLITE_ERROR\)/);
});
