import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
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
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A process that has ended. */
function deadPid(): number {
  return spawnSync(process.execPath, ['--version']).pid;
}

function ownedBy(pid: number, host = hostname()): void {
  writeFileSync(file, JSON.stringify({ pid, host }));
}

test('is taken, and given back', () => {
  const unlock = lock(file);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ pid: process.pid, host: hostname() });
  unlock();
  expect(existsSync(file)).toBe(false);
});

test('another process that is alive keeps it', () => {
  ownedBy(process.ppid);
  expect(() => lock(file)).toThrow(`another import is at work on this file, process ${process.ppid} on `);
  expect(existsSync(`${file}.takeover`)).toBe(false);
});

test('a process that is gone loses it', () => {
  ownedBy(deadPid());
  lock(file)();
  expect(existsSync(file)).toBe(false);
});

test('a process of another machine is taken to be alive', () => {
  ownedBy(deadPid(), 'elsewhere');
  expect(() => lock(file)).toThrow('on elsewhere; when you are sure that none is, remove ');
});

test('in a container, the number of this process may be in the lock of the one before it', () => {
  ownedBy(process.pid);
  expect(() => lock(file)()).not.toThrow();
});

test('a lock without a name is being made, unless it is old', () => {
  writeFileSync(file, '');
  expect(() => lock(file)).toThrow('another import is at work on this file; when');
  utimesSync(file, 0, 0);
  expect(() => lock(file)()).not.toThrow();
});

test('while one process takes over, no other does', () => {
  ownedBy(deadPid());
  writeFileSync(`${file}.takeover`, '');
  expect(() => lock(file)).toThrow('a.lock.takeover');
  expect(existsSync(file)).toBe(true);
});

test('where nothing can be written, that is said', () => {
  expect(() => lock(path.join(folder, 'absent', 'a.lock'))).toThrow(
    /a\.lock: it cannot be written \(ENOENT\)/,
  );
});
