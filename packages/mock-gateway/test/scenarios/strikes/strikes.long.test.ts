import path from 'node:path';
import { describe, it } from 'vitest';
import { printedSeed } from '../../../../../test/seed.ts';
import { postgresForTests } from '../../postgres.ts';
import { temporaryFile } from '../harness.ts';
import { expectNothingLost } from './strikes.ts';

const postgres = postgresForTests();
const seed = printedSeed();

describe('three gateways on PostgreSQL with repeated failures of one gateway', () => {
  it('three gateways lose no confirmed result in 200 injected failures', async () => {
    const compileCache = path.dirname(temporaryFile());
    const own = { url: postgres.url(), schema: postgres.schema(), compileCache };
    const outcome = await expectNothingLost(200, seed, own);
    process.stdout.write(`${JSON.stringify(outcome)}\n`);
  });
});
