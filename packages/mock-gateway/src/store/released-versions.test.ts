import { hash } from 'node:crypto';
import { expect, it } from 'vitest';
import { versions as postgres } from '../postgres/schema/versions.ts';
import { versions as sqlite } from './sqlite/schema.ts';

/** SHA-256 of each released version of the tables, by its release. Add new versions at the end. */
const released = {
  sqlite: {
    '0.1.0': [
      '133ce102a1c44c4fbd09f329f1467f74ec00c81149926b32d0aea92ca4fc2902',
      'd7da558e94aca9ab222bb17c36dd89744e790f6978f98729d5e4454ad11fb062',
      'e07453a06a5f2ac17524348703d925c0a96f0a7724c58d249a60dd5369b819af',
      '96cde5b1219d78333e172905653c550f28c88e86671c0d48a33a77509a07691c',
      '26169ce69aedee825c7711788753e39e73d7076bf3da190e2cbf0012e2f8c2c9',
      '58683667189fd057e4e9af2f03170c4af089be6a53e5cec2b35abeb5c505a396',
    ],
  },
  postgres: {
    '0.1.0': ['bc3c3e31db69518c55b709329d8115c98a464b6eba070fda4c662e593285c818'],
  },
} as const;

it.each([
  ['sqlite', sqlite],
  ['postgres', postgres],
] as const)('the released %s schema versions are unchanged', (store, versions) => {
  const given = Object.values<readonly string[]>(released[store]).flat();
  const found = versions.slice(0, given.length).map((sql) => hash('sha256', sql));
  expect(
    found,
    'somebody’s database has been through that version and never goes through it again: leave it, and add another behind it',
  ).toEqual(given);
});

it('no later schema version drops a PostgreSQL function that the previous release calls', () => {
  const later = postgres.slice(released.postgres['0.1.0'].length).join('\n');
  expect(later).not.toMatch(/\bDROP FUNCTION\b/i);
});
