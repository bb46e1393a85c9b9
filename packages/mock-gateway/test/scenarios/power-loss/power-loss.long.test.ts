import { describe, it } from 'vitest';
import { playHistory } from './history.ts';
import { Disk, expectCutAt } from './power-loss.ts';

describe('a gateway whose machine lost its power', () => {
  it('finds the last commit, whichever byte of the log was the last', async () => {
    const [history, disk] = [await playHistory(), new Disk()];
    for (let bytes = 0; bytes <= history.wal.length; bytes++) expectCutAt(bytes, history, disk);
  });
});
