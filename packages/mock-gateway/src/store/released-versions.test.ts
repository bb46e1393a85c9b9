import { hash } from 'node:crypto';
import { expect, it } from 'vitest';
import { versions } from './sqlite/schema.ts';

/** SHA-256 of each released version of the tables, by its release. Add new versions at the end. */
const released = {
  '0.1.0': [
    '133ce102a1c44c4fbd09f329f1467f74ec00c81149926b32d0aea92ca4fc2902',
    'd7da558e94aca9ab222bb17c36dd89744e790f6978f98729d5e4454ad11fb062',
    'e07453a06a5f2ac17524348703d925c0a96f0a7724c58d249a60dd5369b819af',
    '96cde5b1219d78333e172905653c550f28c88e86671c0d48a33a77509a07691c',
    '26169ce69aedee825c7711788753e39e73d7076bf3da190e2cbf0012e2f8c2c9',
    '58683667189fd057e4e9af2f03170c4af089be6a53e5cec2b35abeb5c505a396',
  ],
} as const;

it('the released schema versions are unchanged', () => {
  const given = Object.values<readonly string[]>(released).flat();
  const found = versions.slice(0, given.length).map((sql) => hash('sha256', sql));
  expect(
    found,
    'somebody’s database has been through that version and never goes through it again: leave it, and add another behind it',
  ).toEqual(given);
});
