import path from 'node:path';
import { describe, it, onTestFinished } from 'vitest';
import { startOwnPostgres } from '../../../../../test/postgres.ts';
import { temporaryFile } from '../harness.ts';
import { expectNoLie } from './outages.ts';

describe('three gateways during PostgreSQL outages', () => {
  it('three gateways report only stored results during PostgreSQL outages of 20 s', async () => {
    const postgres = await startOwnPostgres();
    onTestFinished(() => postgres.stop());
    const outcome = await expectNoLie(postgres, 20_000, path.dirname(temporaryFile()));
    process.stdout.write(`${JSON.stringify(outcome)}\n`);
  });
});
