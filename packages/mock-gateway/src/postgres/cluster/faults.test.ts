import { expect, it } from 'vitest';
import { elapsed } from '../../store/real-time.ts';
import type { Database, Use } from '../connection/database.ts';
import { sharedFaults } from './faults.ts';

it('the time limit of each query for faults starts with that query', async () => {
  const sinces: (number | undefined)[] = [];
  const held = Promise.withResolvers<void>();
  let kept = 0;
  const database: Pick<Database, 'schema' | 'read' | 'write'> = {
    schema: 'mock',
    read: async (_, { since }: Pick<Use, 'since'> = {}) => {
      sinces.push(since);
      if (sinces.length === 1) await held.promise;
      return [];
    },
    // Another instance stores a list before the second write.
    write: async <Row>(_: unknown, { since }: Pick<Use, 'since'> = {}) => {
      sinces.push(since);
      kept += 1;
      return (kept === 2 ? [] : [{}]) as unknown as readonly Row[];
    },
  };
  const faults = sharedFaults(database as Database, { generation: 1, mayStrike: () => true });
  const drop = { endpoint: 'payin', phase: 'before', action: { kind: 'drop' } } as const;
  const first = faults.add(drop);
  while (sinces.length === 0) await new Promise((resolve) => setImmediate(resolve));
  const second = faults.add(drop);
  const asked = elapsed();
  held.resolve();
  await Promise.all([first, second]);
  expect(sinces).toHaveLength(6);
  for (const since of sinces) expect(since).toBeLessThanOrEqual(asked);
});
