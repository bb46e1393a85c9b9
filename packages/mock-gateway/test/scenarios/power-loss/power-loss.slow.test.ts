import { describe, expect, it } from 'vitest';
import { draws } from '../draws.ts';
import { playHistory } from './history.ts';
import {
  Disk,
  expectCutAt,
  expectHalfCheckpointed,
  expectWithoutSector,
  frameBorders,
} from './power-loss.ts';

describe('gateway after a power loss', () => {
  const draw = draws(20_261_122);

  it('a gateway confirms a commit only when the commit is on disk [invariant:6]', async () => {
    const { moments, synchronous } = await playHistory();
    expect(moments.length).toBeGreaterThan(10);
    // 2 is FULL. A killed process cannot prove that the gateway waits for the disk, because the system keeps the writes
    // of a killed process.
    expect(synchronous).toBe(2);
  });

  it('a gateway finds the last commit after a power loss that truncates the log [invariant:6] [invariant:7]', async () => {
    const [history, disk] = [await playHistory(), new Disk()];
    const anywhere = Array.from({ length: 40 }, () => draw(history.wal.length));
    for (const bytes of [0, ...frameBorders(history), ...anywhere]) expectCutAt(bytes, history, disk);
  });

  it('a gateway finds the previous commit after a power loss if a sector of the last commit is lost [invariant:6] [invariant:7]', async () => {
    const [history, disk] = [await playHistory(), new Disk()];
    for (const index of history.moments.keys()) {
      for (let times = 0; times < 5; times++) expectWithoutSector(index, draw, history, disk);
    }
  });

  it('a gateway finds all commits after a power loss during a checkpoint [invariant:6]', async () => {
    const [history, disk] = [await playHistory(), new Disk()];
    for (let times = 0; times < 20; times++) expectHalfCheckpointed(draw, history, disk);
  });
});
