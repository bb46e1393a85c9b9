import { rmSync, writeFileSync } from 'node:fs';
import { expect } from 'vitest';
import { openFile } from '../../../src/store/sqlite/database.ts';
import { temporaryFile } from '../harness.ts';
import type { History } from './history.ts';
import { storedIn } from './stored.ts';

/** Sizes of a page, and of the headers of the log and of a frame (sqlite.org/fileformat2, 4.1). */
const [pageBytes, headerBytes, frameHeaderBytes] = [4_096, 32, 24];
const frameBytes = frameHeaderBytes + pageBytes;
const sectorBytes = 512;

/** A disk after a power loss, opened like a gateway's. */
export class Disk {
  readonly #file = temporaryFile();

  /** @returns the stored state */
  open(main: Buffer, wal: Buffer): string | null {
    for (const name of [this.#file, `${this.#file}-wal`]) rmSync(name, { force: true });
    writeFileSync(this.#file, main);
    if (wal.length > 0) writeFileSync(`${this.#file}-wal`, wal);
    const db = openFile(this.#file);
    try {
      return storedIn(db);
    } finally {
      // A temporary file needs no wait for the disk.
      db.pragma('synchronous = OFF');
      db.close();
    }
  }
}

/** Offsets at which frames begin and end, and one byte before each. */
export function frameBorders({ wal }: History): readonly number[] {
  const borders: number[] = [];
  for (let at = headerBytes; at <= wal.length; at += frameBytes) borders.push(at - 1, at);
  return borders;
}

/** A log that is cut after `bytes` bytes opens to the last complete state. */
export function expectCutAt(bytes: number, { main, wal, moments }: History, disk: Disk): void {
  const stored = disk.open(main, wal.subarray(0, bytes));
  expect(stored, `cut at ${bytes}`).toBe(lastWithin(bytes, moments));
}

/** The first state is the empty store, which is created again without its tables. */
function lastWithin(bytes: number, moments: History['moments']): string | undefined {
  return (moments.findLast(({ walBytes }) => walBytes <= bytes) ?? moments[0])?.stored;
}

/** If one sector of a commit is missing, the commit has no effect. */
export function expectWithoutSector(index: number, draw: Draw, history: History, disk: Disk): void {
  const { main, wal, moments } = history;
  const [from, to] = [moments[index - 1]?.walBytes ?? 0, moments[index]?.walBytes ?? 0];
  const torn = Buffer.from(wal.subarray(0, to));
  const start = from + draw(Math.ceil((to - from) / sectorBytes)) * sectorBytes;
  const lost = torn.subarray(start, start + sectorBytes);
  // Losing a page of zeros changes nothing.
  if (lost.every((byte) => byte === 0)) return;
  lost.fill(0);
  expect(disk.open(main, torn), `without ${start}`).toBe(lastWithin(from, moments));
}

/** An incomplete checkpoint mixes new and old pages. The log contains all new pages. */
export function expectHalfCheckpointed(draw: Draw, history: History, disk: Disk): void {
  const { main, checkpointed, wal, moments } = history;
  const mixed = Buffer.alloc(checkpointed.length);
  for (let at = 0; at < mixed.length; at += pageBytes) {
    const from = draw(2) === 0 ? checkpointed : main;
    // A longer file contains zeros in place of an unwritten page.
    if (at < from.length) from.copy(mixed, at, at, at + pageBytes);
  }
  expect(disk.open(mixed, wal)).toBe(moments.at(-1)?.stored);
}

type Draw = (limit: number) => number;
