import type { Mutant } from '../mutant.ts';

const control = 'packages/mock-gateway/src/control';

export const mutants: readonly Mutant[] = [
  {
    id: 'reading:callbacks.resend-target',
    file: `${control}/resend.ts`,
    replace: 'to ?? target(owner)',
    by: 'to ?? latest.url',
    why: 'It goes where it went.',
  },
  {
    id: 'reading:callbacks.resend-target',
    file: 'packages/mock-gateway/src/store/sqlite/callback-claims.ts',
    replace: 'url = coalesce(url, ?)',
    by: 'url = coalesce(?, url)',
    why: 'The retries follow the re-send.',
  },
  {
    id: 'contract:control.resend',
    file: `${control}/resend.ts`,
    replace: 'to ?? target(owner)',
    by: 'target(owner) ?? to',
  },
  {
    id: 'contract:control.resend',
    file: 'packages/mock-gateway/src/store/sqlite/callback-claims.ts',
    replace: "state <> 'delivering' RETURNING",
    by: "state NOT IN ('delivering', 'undeliverable') RETURNING",
    why: 'What had no address stays undeliverable.',
  },
  {
    id: 'contract:control.test-callback',
    file: 'packages/mock-gateway/src/operations/test-callback.ts',
    replace: "write: 'record_test', callback, attempt",
    by: "write: 'enqueue', callback",
    why: 'A test is delivered again, and counted.',
  },
  {
    id: 'contract:control.test-callback',
    file: 'packages/mock-gateway/src/store/sqlite/tallies.ts',
    replace: '...callbacks(), ...tests.all()',
    by: '...callbacks()',
  },
  {
    id: 'contract:control.test-callback',
    file: `${control}/tested.ts`,
    replace: 'ok || status === null ? null : booleanAdvice',
    by: 'null',
  },
  {
    id: 'contract:faults.callback',
    file: 'packages/mock-gateway/src/callbacks/delivery.ts',
    replace: 'startedAt, fault }',
    by: 'startedAt, fault: null }',
    why: 'The attempt does not say so.',
  },
  {
    id: 'contract:control.own-number',
    file: 'packages/mock-gateway/src/http/control/control.ts',
    replace: 'id: decodeSegment(id)',
    by: 'id',
  },
  {
    id: 'contract:control.errors',
    file: 'packages/mock-gateway/src/domain/moves.ts',
    replace: 'from.includes(status)',
    by: 'from.length > 0',
    why: 'Every move is said to be legal, and is.',
  },
  {
    id: 'contract:control.ledger',
    file: 'packages/mock-gateway/src/store/sqlite/ledger.ts',
    replace: 't.seq > ? OR e.position > ?',
    by: 't.seq > ? OR e.position >= ?',
    why: 'The last entry of a page is the first of the next.',
  },
  {
    id: 'contract:control.ledger',
    file: `${control}/input.ts`,
    replace: '.max(maxLongPage).default(maxLongPage)',
    by: '.max(10 * maxLongPage).default(10 * maxLongPage)',
  },
  {
    id: 'contract:control.merchants',
    file: 'packages/mock-gateway/src/store/sqlite/merchants.ts',
    replace: 'cursor === undefined ? 0 : sequenceOf(cursor)',
    by: '0',
    why: 'Every page is the first.',
  },
];
