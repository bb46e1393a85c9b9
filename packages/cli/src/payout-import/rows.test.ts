import { createMockGateway } from '@inrgate/mock-gateway';
import { GatewayClient, isApiError, type PayoutCreateParams } from '@inrgate/sdk';
import { defaultLimits } from '@inrgate/sdk/protocol';
import { afterAll, expect, test } from 'vitest';
import type { CsvRow } from '../batch/read-csv.ts';
import { checkRows, payoutColumns } from './rows.ts';

const range = { min: defaultLimits.payoutMin, max: defaultLimits.payoutMax };
const bank = {
  bankCode: 'HDFC Bank',
  accountName: 'Asha Rao',
  accountNumber: '001234567890',
  ifsc: 'HDFC0001234',
};
const upi = { mchOrderNo: 'W-1', amount: '1000.00', upiId: 'asha@okhdfcbank' };
const usdtAddress = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';

function check(...rows: readonly CsvRow['values'][]) {
  return checkRows({ rows: rows.map((values, index) => ({ line: index + 2, values })), misfits: [] }, range);
}

function problemsOf(values: CsvRow['values']): readonly string[] {
  return check(values).bad.flatMap(({ problems }) =>
    problems.map(({ column, reason }) => `${column} ${reason}`),
  );
}

test('the columns of a payout file are the parameters of a payout', () => {
  expect(payoutColumns).toEqual({
    known: [
      'mchOrderNo',
      'amount',
      'payType',
      'bankCode',
      'accountName',
      'accountNumber',
      'ifsc',
      'upiId',
      'usdtAddress',
    ],
    needed: ['mchOrderNo', 'amount'],
  });
});

test('the request of a row contains the order number, the amount and the intended destination', () => {
  const { rows, bad } = check(
    { ...upi, ...bank, mchOrderNo: 'W-2', payType: 'bank' },
    { ...upi, accountName: 'Asha' },
  );
  expect(bad).toEqual([]);
  expect(rows).toMatchObject([
    { line: 2, mchOrderNo: 'W-2', amount: 100_000n, payType: 'bank' },
    { line: 3, mchOrderNo: 'W-1', payType: 'upi' },
  ]);
  expect(rows.map(({ params }) => params)).toEqual([
    { mchOrderNo: 'W-2', amount: '1000.00', payType: 'bank', ...bank },
    upi,
  ]);
});

test.each([
  ['amount', '500', 'amount requires two decimals. Example: 500.00'],
  ['amount', '500.5', 'amount requires two decimals. Example: 500.00'],
  ['amount', '1,000.00', 'amount contains separators between digits. Example: 1000.00'],
  ['amount', '1,00,000', 'amount contains separators between digits. Example: 1000.00'],
  ['amount', '₹1000.00', 'amount contains a currency. Example: 500.00'],
  ['amount', '1000.000', 'amount has more than two decimals. Example: 500.00'],
  ['amount', '01000.00', 'amount begins with a zero. Example: 500.00'],
  ['amount', '-1000.00', 'amount is negative'],
  ['amount', '0.00', 'amount is zero'],
  ['amount', '5E+03', 'amount lost digits, because a spreadsheet rounded the value'],
  ['amount', 'many', 'amount is not an amount. Example: 500.00'],
  ['amount', '499.99', 'amount is outside 500.00 to 200000.00'],
  ['amount', '200000.01', 'amount is outside 500.00 to 200000.00'],
  ['amount', '', 'amount is missing'],
  ['mchOrderNo', '', 'mchOrderNo is missing'],
  ['mchOrderNo', 'W 1', 'mchOrderNo must be 1 to 100 letters, digits and _ - . : # /'],
  ['mchOrderNo', 'W-1 ', 'mchOrderNo begins or ends with a space. Remove the space'],
  ['mchOrderNo', '2.02611E+13', 'mchOrderNo lost digits, because a spreadsheet rounded the value'],
  ['payType', 'UPI', 'payType must be bank, upi or usdt'],
  ['upiId', 'asha', 'upiId must have the form name@bank'],
  [
    'upiId',
    '',
    'destination is missing. Fill upiId, usdtAddress, or all of bankCode, accountName, accountNumber, ifsc',
  ],
  [
    'usdtAddress',
    usdtAddress,
    'payType is missing, but the row contains fields of upi and usdt. Set payType, or remove one destination',
  ],
])('the import rejects the %s %j and shows the correct form', (column, value, expected) => {
  const values = Object.fromEntries(
    Object.entries({ ...upi, [column]: value }).filter(([, text]) => text !== ''),
  );
  expect(problemsOf(values).join()).toContain(expected);
});

test.each([
  ['accountNumber', '1.23457E+11', 'accountNumber lost digits, because a spreadsheet rounded the value'],
  ['accountNumber', "'001234567890", 'accountNumber begins with an apostrophe. Remove the apostrophe'],
  ['accountNumber', '="001234567890"', 'accountNumber is a formula. Replace the formula by its value'],
  ['accountNumber', '12345', 'accountNumber must be 6 to 20 digits'],
  ['accountName', '  ', 'accountName begins or ends with a space'],
  [
    'ifsc',
    'HDFC1001234',
    'ifsc must be four letters, a zero and six letters or digits, for example HDFC0001234',
  ],
  ['bankCode', '', 'bankCode is missing'],
  ['accountNumber', '', 'accountNumber is missing'],
])('the import rejects the %s %j of a bank account', (column, value, expected) => {
  const row = { mchOrderNo: 'W-1', amount: '1000.00', ...bank, [column]: value };
  const values = Object.fromEntries(Object.entries(row).filter(([, text]) => text !== ''));
  const problems = problemsOf(values);
  expect(problems.join()).toContain(expected);
  expect(problems).toHaveLength(1);
  expect(problems.join()).not.toMatch(/1234567890|1\.23457/);
});

test.each([
  [usdtAddress, []],
  [usdtAddress.replace('t', 'u'), ['usdtAddress has a wrong checksum. Copy the wallet address again']],
  [
    usdtAddress.slice(1),
    ['usdtAddress must be a TRC20 wallet address with 34 characters that begins with T'],
  ],
])('the import verifies the checksum of the USDT address %s', (address, expected) => {
  expect(problemsOf({ mchOrderNo: 'W-1', amount: '1000.00', usdtAddress: address })).toEqual(expected);
});

test('the import rejects every row with a repeated order number', () => {
  const { rows, bad } = check(upi, { ...upi, mchOrderNo: 'W-2' }, { ...upi, amount: '2000.00' });
  expect(rows.map(({ line }) => line)).toEqual([3]);
  expect(bad.flatMap(({ problems }) => problems)).toEqual([
    {
      line: 2,
      column: 'mchOrderNo',
      reason: 'is repeated on line 4. Use a new order number for each payout',
    },
    {
      line: 4,
      column: 'mchOrderNo',
      reason: 'is repeated on line 2. Use a new order number for each payout',
    },
  ]);
});

test.each([
  [
    'one order number in all rows',
    { mchOrderNo: 'W-1' },
    50_000,
    'is repeated on 50000 lines, from line 2 to line 50001',
  ],
  ['no order number', {}, 5_000, 'is missing'],
  // The check must compare each row only once, because a comparison of all pairs would take minutes.
])('the import reports the issue in every row of a long file with %s', (_case, number, length, reason) => {
  const values = { ...number, amount: '1000.00', upiId: upi.upiId };
  const { bad } = check(...Array.from({ length }, () => values));
  expect(bad).toHaveLength(length);
  expect(bad[0]?.problems).toMatchObject([{ reason: expect.stringContaining(reason) }]);
});

test('the import reports a row that does not match the header together with other invalid rows', () => {
  const rows = [
    { line: 2, values: { ...upi, amount: '5' } },
    { line: 4, values: { ...upi, mchOrderNo: 'W-4' } },
  ];
  const { rows: good, bad } = checkRows(
    { rows, misfits: [{ line: 3, reason: 'the row has 2 values' }] },
    range,
  );
  expect(good.map(({ line }) => line)).toEqual([4]);
  expect(bad.map(({ line, problems: [first] }) => `${line} ${first?.column}`)).toEqual([
    '2 amount',
    '3 null',
  ]);
});

test('the import validates rows against the limits of the account', () => {
  const row = { line: 2, values: { ...upi, amount: '100.00' } };
  expect(checkRows({ rows: [row], misfits: [] }, { min: 10_000n, max: 10_000n }).bad).toEqual([]);
});

const gateway = await createMockGateway({
  merchants: [
    {
      mchId: 'SHOP1',
      mchKey: 'key-of-shop-1',
      mchSecret: 'secret-of-shop-1',
      ipAllowList: ['127.0.0.1'],
      balance: '900000000.00',
      limits: { payoutDaily: '900000000.00' },
    },
  ],
  settings: { rateLimitPerMinute: 1_000_000 },
});
afterAll(() => gateway.close());

test('the import rejects a row exactly when the gateway would reject the row', async () => {
  const { baseUrl, fetch, merchant } = gateway;
  const client = new GatewayClient({ baseUrl, fetch, ...merchant, maxRetries: 0 });
  const choices = {
    amount: ['1000.00', '1000', '499.99', '200000.00', ''],
    payType: ['', '', 'bank', 'upi', 'usdt', 'cash'],
    bankCode: ['', 'HDFC Bank', 'Any Bank'],
    accountName: ['', 'Asha Rao', ' '],
    accountNumber: ['', '', '001234567890', '12345', '1.2E+11'],
    ifsc: ['', '', 'hdfc0001234', 'HDFC1001234'],
    upiId: ['', '', 'asha@okhdfcbank', 'asha'],
    usdtAddress: ['', '', '', usdtAddress, usdtAddress.replace('t', 'u')],
  };
  let state = 7;
  const pick = (values: readonly string[]) => {
    // Use a linear congruential generator, so each run creates the same rows.
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return values[Math.floor((state / 2 ** 32) * values.length)] ?? '';
  };
  let rejected = 0;
  for (let number = 0; number < 300; number += 1) {
    const cells = Object.entries(choices).map(([name, values]) => [name, pick(values)] as const);
    const values = Object.fromEntries(
      [['mchOrderNo', `R-${number}`], ...cells].filter(([, text]) => text !== ''),
    );
    const { rows, bad } = check(values);
    // Send rows that pass the checks to a real gateway.
    const params = rows[0]?.params ?? (values as unknown as PayoutCreateParams);
    const answer = await client.payouts.create(params).then(
      () => 'created',
      (error: unknown) => (isApiError(error) ? error.code : 'refused by the client'),
    );
    expect({ values, bad, answer: answer === 'created' }).toEqual({ values, bad, answer: bad.length === 0 });
    rejected += bad.length;
  }
  expect(rejected).toBeGreaterThan(100);
  expect(rejected).toBeLessThan(300);
});
