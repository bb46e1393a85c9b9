import path from 'node:path';
import { describe, it } from 'vitest';
import { printedSeed } from '../../../../../test/seed.ts';
import { postgresForTests } from '../../postgres.ts';
import { temporaryFile } from '../harness.ts';
import { expectNothingLost } from './strikes.ts';

const postgres = postgresForTests();
const seed = printedSeed();

describe('three gateways on one PostgreSQL, one of them killed, stopped or cut off again and again', () => {
  it('lose nothing in 200 strikes', async () => {
    const compileCache = path.dirname(temporaryFile());
    const own = { url: postgres.url(), schema: postgres.schema(), compileCache };
    const outcome = await expectNothingLost(200, seed, own);
    process.stdout.write(`${JSON.stringify(outcome)}\n`);
  });
});
