import path from 'node:path';
import { describe, it } from 'vitest';
import { printedSeed } from '../../../../../test/seed.ts';
import { postgresForTests } from '../../postgres.ts';
import { temporaryFile } from '../harness.ts';
import { expectNothingLost } from './strikes.ts';

const postgres = postgresForTests();
const seed = printedSeed();

describe('three gateways on one PostgreSQL, one of them killed, stopped or cut off again and again', () => {
  it('lose nothing that they have confirmed, deliver each callback, and send at most one too many for a strike: 4 strikes [invariant:6] [invariant:7] [invariant:8] [invariant:10]', async () => {
    const compileCache = path.dirname(temporaryFile());
    const own = { url: postgres.url(), schema: postgres.schema(), compileCache };
    await expectNothingLost(4, seed, own);
  });
});
