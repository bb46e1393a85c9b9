import type { Mutant } from '../mutant.ts';

export const mutants: readonly Mutant[] = [
  {
    id: 'spec:payin.fee',
    file: 'packages/sdk/src/protocol/money.ts',
    replace: 'notNegative(amount) * 11n',
    by: 'notNegative(amount) * 12n',
  },
];
