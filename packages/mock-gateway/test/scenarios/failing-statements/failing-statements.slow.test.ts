import { describe, it } from 'vitest';
import type { Trouble } from './disk.ts';
import { expectEachToldItsOwn } from './failing-groups.ts';
import { expectAllOrNothing } from './failing-statements.ts';
import { operations } from './operations.ts';

const full: Trouble = { code: 'SQLITE_FULL', rollsBack: true, once: true };
const locked: Trouble = { code: 'SQLITE_BUSY', rollsBack: false, once: false };
const unwritten: Trouble = { code: 'SQLITE_IOERR_WRITE', rollsBack: false, once: true };

describe('failing statement by a full disk, a locked file or a write', () => {
  it.each(Object.entries(operations))(
    'the store keeps the operation %s completely or not at all, as the response states [invariant:6] [invariant:7]',
    (_, operation) => expectAllOrNothing(operation, { troubles: [full, locked, unwritten], every: 8 }),
  );

  it.each([full, locked, unwritten])(
    'each of several creates in one commit returns the result of its own order: $code [invariant:6]',
    (trouble) => expectEachToldItsOwn({ troubles: [trouble], every: 8 }),
  );
});
