import type { Mutant } from '../mutant.ts';

export const mutants: readonly Mutant[] = [
  {
    id: 'reading:sdk.spellings',
    file: 'packages/sdk/src/protocol/money.ts',
    replace: '(?:\\.([0-9]*))?$/.exec',
    by: '\\.([0-9]{2})$/.exec',
    why: 'Only amounts with two decimals are read.',
  },
  {
    id: 'reading:sdk.spellings',
    file: 'packages/sdk/src/protocol/schemas/received.ts',
    replace: 'one.toLowerCase() === word.toLowerCase()',
    by: 'one === word',
  },
  {
    id: 'reading:sdk.spellings',
    file: 'packages/sdk/src/protocol/schemas/received.ts',
    replace: "|| typeof value === 'number' ?",
    by: '?',
    why: 'A number is no text.',
  },
  {
    id: 'reading:sdk.spellings',
    file: 'packages/sdk/src/callbacks/confirm.ts',
    replace: 'same: isSameAmount(found.amount, callback.amount)',
    by: 'same: found.amount === callback.amount',
  },
];
