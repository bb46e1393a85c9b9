import { rmSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { expect } from 'vitest';
import { temporaryFile } from '../harness.ts';
import type { History } from './history.ts';
import { storedIn } from './stored.ts';

/** Sizes in bytes of a page, of the log's header and of a frame's header (sqlite.org/fileformat2, 4.1). */
const [pageBytes, headerBytes, frameHeaderBytes] = [4_096, 32, 24];
const frameBytes = frameHeaderBytes + pageBytes;
const sectorBytes = 512;

/** A disk after a power loss. The test opens its files like a gateway. */
export class Disk {
  readonly #file = temporaryFile();

  /** @returns the stored state, or null */
  open(main: Buffer, wal: Buffer): string | null {
    for (const name of [this.#file, `${this.#file}-wal`]) rmSync(name, { force: true });
    writeFileSync(this.#file, main);
    if (wal.length > 0) writeFileSync(`${this.#file}-wal`, wal);
    const db = new DatabaseSync(this.#file);
    try {
      // Do not wait for the disk, because the file is temporary.
      db.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA synchronous = OFF');
      return storedIn(db);
    } finally {
      db.close();
    }
  }
}

/** Returns the offsets at which frames begin and end, and the offset one byte before each of them. */
export function frameBorders({ wal }: History): readonly number[] {
  const borders: number[] = [];
  for (let at = headerBytes; at <= wal.length; at += frameBytes) borders.push(at - 1, at);
  return borders;
}

/** Expects that a log that is truncated after `bytes` bytes opens to the last complete state. */
export function expectCutAt(bytes: number, { main, wal, moments }: History, disk: Disk): void {
  const stored = disk.open(main, wal.subarray(0, bytes));
  expect(stored, `cut at ${bytes}`).toBe(lastWithin(bytes, moments));
}

/** The first state is the empty store. A gateway creates it again if the tables are missing. */
function lastWithin(bytes: number, moments: History['moments']): string | undefined {
  return (moments.findLast(({ walBytes }) => walBytes <= bytes) ?? moments[0])?.stored;
}

/** Expects that a commit with a missing sector has no effect. */
export function expectWithoutSector(index: number, draw: Draw, history: History, disk: Disk): void {
  const { main, wal, moments } = history;
  const [from, to] = [moments[index - 1]?.walBytes ?? 0, moments[index]?.walBytes ?? 0];
  const torn = Buffer.from(wal.subarray(0, to));
  const start = from + draw(Math.ceil((to - from) / sectorBytes)) * sectorBytes;
  const lost = torn.subarray(start, start + sectorBytes);
  // The loss of a page of zeros changes nothing.
  if (lost.every((byte) => byte === 0)) return;
  lost.fill(0);
  expect(disk.open(main, torn), `without ${start}`).toBe(lastWithin(from, moments));
}

/**
 * Expects that an incomplete checkpoint, which mixes new and old pages, loses nothing. The log still contains all new
 * pages.
 */
export function expectHalfCheckpointed(draw: Draw, history: History, disk: Disk): void {
  const { main, checkpointed, wal, moments } = history;
  const mixed = Buffer.alloc(checkpointed.length);
  for (let at = 0; at < mixed.length; at += pageBytes) {
    const from = draw(2) === 0 ? checkpointed : main;
    // In a longer file, an unwritten page contains zeros.
    if (at < from.length) from.copy(mixed, at, at, at + pageBytes);
  }
  expect(disk.open(mixed, wal)).toBe(moments.at(-1)?.stored);
}

type Draw = (limit: number) => number;
