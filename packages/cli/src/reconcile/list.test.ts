import { expect, test } from 'vitest';
import { listColumns, listedOrders, type OrderType } from './list.ts';

function read(values: Readonly<Record<string, string>>, type?: OrderType) {
  return listedOrders([{ line: 2, values }], type);
}

test('the columns are fields of the orders, and those of the file that withdrawals were imported from', () => {
  expect(listColumns.needed).toEqual(['mchOrderNo']);
  expect(listColumns.known).toEqual(
    expect.arrayContaining(['type', 'status', 'paidAmount', 'totalDebit', 'upiId']),
  );
});

test('an order is what its row says, and nothing is compared that the row leaves empty', () => {
  const { orders, problems } = read({
    type: 'payin',
    mchOrderNo: 'P-1',
    status: 'success',
    paidAmount: '499.00',
  });
  expect(problems).toEqual([]);
  expect(orders).toEqual([
    { line: 2, type: 'payin', mchOrderNo: 'P-1', values: { status: 'success', paidAmount: '499.00' } },
  ]);
});

test('the type of a row comes before that of the list', () => {
  expect(read({ type: 'payin', mchOrderNo: 'P-1' }, 'payout').orders[0]?.type).toBe('payin');
  expect(read({ mchOrderNo: 'P-1' }, 'payout').orders[0]?.type).toBe('payout');
});

test('a pay-in and a withdrawal may have the same number, two of a kind may not', () => {
  const rows = ['payin', 'payout', 'payin'].map((type, index) => ({
    line: index + 2,
    values: { type, mchOrderNo: 'A-1' },
  }));
  expect(listedOrders(rows, undefined).problems).toEqual([
    { line: 4, column: 'mchOrderNo', reason: 'stands on line 2 already' },
  ]);
});

test.each([
  [{ type: 'payin' }, 'mchOrderNo', 'is missing'],
  [{ type: 'payin', mchOrderNo: 'A 1' }, 'mchOrderNo', 'is not 1 to 100 letters, digits and _ - . : # /'],
  [{ mchOrderNo: 'A-1' }, 'type', 'is missing: add the column, or give --type'],
  [{ mchOrderNo: 'A-1', type: 'deposit' }, 'type', 'is not payin or payout'],
  [{ mchOrderNo: 'A-1', type: 'payout', paidAmount: '5.00' }, 'paidAmount', 'is not a field of a payout'],
  [
    { mchOrderNo: 'A-1', type: 'payin', amount: '500' },
    'amount',
    'is not an amount with two decimals, such as 500.00',
  ],
  [
    { mchOrderNo: 'A-1', type: 'payin', status: 'sucess' },
    'status',
    'is none of pending, success, failed, expired',
  ],
  [
    { mchOrderNo: 'A-1', type: 'payout', status: 'PAID' },
    'status',
    'is none of pending, processing, success, failed',
  ],
])('%j is refused', (values, column, reason) => {
  expect(read(values as Record<string, string>)).toEqual({
    orders: [],
    problems: [{ line: 2, column, reason }],
  });
});
