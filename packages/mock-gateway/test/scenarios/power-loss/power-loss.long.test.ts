import { describe, it } from 'vitest';
import { playHistory } from './history.ts';
import { Disk, expectCutAt } from './power-loss.ts';

describe('gateway after a power loss', () => {
  it('a gateway finds the last commit after a power loss at any byte of the log', async () => {
    const [history, disk] = [await playHistory(), new Disk()];
    for (let bytes = 0; bytes <= history.wal.length; bytes++) expectCutAt(bytes, history, disk);
  });
});
