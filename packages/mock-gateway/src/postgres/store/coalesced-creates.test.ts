import { expect, it } from 'vitest';
import { toDepositRow } from '../../store/rows/deposit-rows.ts';
import { samplePayin } from '../../store/samples.contract.ts';
import { withCoalescedCreates } from './coalesced-creates.ts';

const create = (orderNo: string, era = 1) => ({
  do: 'create',
  era,
  deposit: toDepositRow(samplePayin('M', { orderNo })),
});
const release = { do: 'release' };

it('adjacent creates form one write, while other changes keep their position', () => {
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((orderNo) => create(orderNo));
  const commands = [a, b, release, c, release, release, d].filter((command) => command !== undefined);
  expect(withCoalescedCreates(commands)).toEqual([
    { do: 'creates', era: 1, deposits: [a?.deposit, b?.deposit] },
    release,
    { do: 'creates', era: 1, deposits: [c?.deposit] },
    release,
    release,
    { do: 'creates', era: 1, deposits: [d?.deposit] },
  ]);
});

it('creates with a repeated order number or of another generation form a separate write', () => {
  const numbers = withCoalescedCreates([create('a'), create('a'), create('b'), create('c', 2)]).map(
    ({ era, deposits }) => [era, (deposits as { order_no: string }[]).map((deposit) => deposit.order_no)],
  );
  expect(numbers).toEqual([
    [1, ['a']],
    [1, ['a', 'b']],
    [2, ['c']],
  ]);
});
