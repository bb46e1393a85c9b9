import path from 'node:path';
import { describe, it } from 'vitest';
import { printedSeed } from '../../../../../test/seed.ts';
import { postgresForTests } from '../../postgres.ts';
import { temporaryFile } from '../harness.ts';
import { expectNothingLost } from './strikes.ts';

const postgres = postgresForTests();
const seed = printedSeed();

describe('three gateways on PostgreSQL with repeated failures of one gateway', () => {
  it('three gateways lose no confirmed result and repeat at most one callback per injected failure: 4 failures [invariant:6] [invariant:7] [invariant:8] [invariant:10]', async () => {
    const compileCache = path.dirname(temporaryFile());
    const own = { url: postgres.url(), schema: postgres.schema(), compileCache };
    await expectNothingLost(4, seed, own);
  });
});
