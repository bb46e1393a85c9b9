import path from 'node:path';
import { describe, it, onTestFinished } from 'vitest';
import { startOwnPostgres } from '../../../../../test/postgres.ts';
import { temporaryFile } from '../harness.ts';
import { expectNoLie } from './outages.ts';

describe('three gateways whose PostgreSQL goes away under load and comes back', () => {
  it('report only what is stored, and recover by themselves: 20 s each time', async () => {
    const postgres = await startOwnPostgres();
    onTestFinished(() => postgres.stop());
    const outcome = await expectNoLie(postgres, 20_000, path.dirname(temporaryFile()));
    process.stdout.write(`${JSON.stringify(outcome)}\n`);
  });
});
