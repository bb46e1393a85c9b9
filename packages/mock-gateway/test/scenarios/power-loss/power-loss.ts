import { rmSync, writeFileSync } from 'node:fs';
import { expect } from 'vitest';
import { openFile } from '../../../src/store/sqlite/database.ts';
import { temporaryFile } from '../harness.ts';
import type { History } from './history.ts';
import { storedIn } from './stored.ts';

/** `PRAGMA page_size`, and what stands before the first frame and before each page (sqlite.org/fileformat2, 4.1). */
const [pageBytes, headerBytes, frameHeaderBytes] = [4_096, 32, 24];
const frameBytes = frameHeaderBytes + pageBytes;
const sectorBytes = 512;

/** State of a disk after the power was lost, opened as by a gateway. */
export class Disk {
  readonly #file = temporaryFile();

  /** @returns what is stored */
  open(main: Buffer, wal: Buffer): string | null {
    for (const name of [this.#file, `${this.#file}-wal`]) rmSync(name, { force: true });
    writeFileSync(this.#file, main);
    if (wal.length > 0) writeFileSync(`${this.#file}-wal`, wal);
    const db = openFile(this.#file);
    try {
      return storedIn(db);
    } finally {
      // A file that is thrown away needs no wait for the disk.
      db.pragma('synchronous = OFF');
      db.close();
    }
  }
}

/** Where frames begin and end, and the byte before. */
export function frameBorders({ wal }: History): readonly number[] {
  const borders: number[] = [];
  for (let at = headerBytes; at <= wal.length; at += frameBytes) borders.push(at - 1, at);
  return borders;
}

/** Cut off behind that many bytes, the log opens to the last state that it has whole. */
export function expectCutAt(bytes: number, { main, wal, moments }: History, disk: Disk): void {
  const stored = disk.open(main, wal.subarray(0, bytes));
  expect(stored, `cut at ${bytes}`).toBe(lastWithin(bytes, moments));
}

/** The first is the empty store: without its tables it is created again. */
function lastWithin(bytes: number, moments: History['moments']): string | undefined {
  return (moments.findLast(({ walBytes }) => walBytes <= bytes) ?? moments[0])?.stored;
}

/** One sector of a commit's has not reached the disk: it is as if the commit had never been made. */
export function expectWithoutSector(index: number, draw: Draw, history: History, disk: Disk): void {
  const { main, wal, moments } = history;
  const [from, to] = [moments[index - 1]?.walBytes ?? 0, moments[index]?.walBytes ?? 0];
  const torn = Buffer.from(wal.subarray(0, to));
  const start = from + draw(Math.ceil((to - from) / sectorBytes)) * sectorBytes;
  const lost = torn.subarray(start, start + sectorBytes);
  // A page of zeros has lost nothing.
  if (lost.every((byte) => byte === 0)) return;
  lost.fill(0);
  expect(disk.open(main, torn), `without ${start}`).toBe(lastWithin(from, moments));
}

/** A checkpoint was half way: of some pages the new ones are there, of others the old. The log has them all. */
export function expectHalfCheckpointed(draw: Draw, history: History, disk: Disk): void {
  const { main, checkpointed, wal, moments } = history;
  const mixed = Buffer.alloc(checkpointed.length);
  for (let at = 0; at < mixed.length; at += pageBytes) {
    const from = draw(2) === 0 ? checkpointed : main;
    // Of a page that is not written yet a longer file has zeros.
    if (at < from.length) from.copy(mixed, at, at, at + pageBytes);
  }
  expect(disk.open(mixed, wal)).toBe(moments.at(-1)?.stored);
}

type Draw = (limit: number) => number;
