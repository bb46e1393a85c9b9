import path from 'node:path';
import { describe, it, onTestFinished } from 'vitest';
import { startOwnPostgres } from '../../../../../test/postgres.ts';
import { temporaryFile } from '../harness.ts';
import { expectNoLie } from './outages.ts';

describe('three gateways during PostgreSQL outages', () => {
  it('three gateways lose no confirmed result in PostgreSQL outages of 2 s [invariant:6] [invariant:7] [invariant:8] [invariant:10]', async () => {
    const postgres = await startOwnPostgres();
    onTestFinished(() => postgres.stop());
    await expectNoLie(postgres, 2_000, path.dirname(temporaryFile()));
  });
});
