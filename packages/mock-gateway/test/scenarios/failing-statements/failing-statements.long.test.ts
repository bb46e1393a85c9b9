import { describe, it } from 'vitest';
import type { Trouble } from './disk.ts';
import { expectEachToldItsOwn } from './failing-groups.ts';
import { expectAllOrNothing } from './failing-statements.ts';
import { operations } from './operations.ts';

const troubles = (['SQLITE_FULL', 'SQLITE_BUSY', 'SQLITE_IOERR_WRITE'] as const).flatMap((code) =>
  [true, false].flatMap((rollsBack) => [true, false].map((once): Trouble => ({ code, rollsBack, once }))),
);

describe.each(troubles)('failing statement with $code, rolled back: $rollsBack, once: $once', (trouble) => {
  it.each(Object.entries(operations))(
    'the store keeps the operation %s completely or not at all',
    (_, operation) => expectAllOrNothing(operation, { troubles: [trouble], every: 1 }),
  );

  it('each of several creates in one commit returns the result of its own order', () =>
    expectEachToldItsOwn({ troubles: [trouble], every: 1 }));
});
