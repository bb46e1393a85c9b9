import { describe, expect, it } from 'vitest';
import { postgresForTests } from '../../../test/postgres.ts';
import { storeContract } from '../../store/store.contract.ts';

const postgres = postgresForTests();
const open = () => postgres.store();

storeContract('PostgreSQL', open);

describe('store in PostgreSQL', () => {
  it('the store in PostgreSQL reports that other instances may share it', async () => {
    const store = await open();
    expect([store.kind, store.exclusive]).toEqual(['postgres', false]);
  });
});
