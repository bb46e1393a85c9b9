import path from 'node:path';
import { describe, it, onTestFinished } from 'vitest';
import { startOwnPostgres } from '../../../../../test/postgres.ts';
import { temporaryFile } from '../harness.ts';
import { expectNoLie } from './outages.ts';

describe('three gateways whose PostgreSQL goes away under load and comes back', () => {
  it('report the outage, report only what is stored, lose nothing, and recover by themselves: 2 s each time [invariant:6] [invariant:7] [invariant:8] [invariant:10]', async () => {
    const postgres = await startOwnPostgres();
    onTestFinished(() => postgres.stop());
    await expectNoLie(postgres, 2_000, path.dirname(temporaryFile()));
  });
});
