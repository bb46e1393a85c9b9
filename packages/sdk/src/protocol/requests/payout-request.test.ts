import { expect, it } from 'vitest';
import { parseFlat } from '../flat-parser.ts';
import { readPayout } from './v3.ts';

const bank = {
  bankCode: 'HDFC',
  accountName: 'Asha Rao',
  accountNumber: '001234567890',
  ifsc: 'HDFC0001234',
};
const usdtAddress = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const upiId = 'asha@okhdfcbank';

function read(destination: Readonly<Record<string, string>>) {
  const params = {
    mchId: 'DEMO1001',
    mchOrderNo: 'W-1',
    amount: '1000.00',
    sign: 'F'.repeat(32),
    ...destination,
  };
  return readPayout(parseFlat(JSON.stringify(params), 'application/json'));
}

it.each([
  [{ upiId }, { payType: 'upi', upiId }],
  [{ usdtAddress }, { payType: 'usdt', usdtAddress }],
  [bank, { payType: 'bank', ...bank }],
  [
    { ...bank, upiId, payType: 'upi' },
    { payType: 'upi', upiId },
  ],
])('the fields of a payout determine its destination: %j', (fields, destination) => {
  expect(read(fields)).toEqual({ mchOrderNo: 'W-1', amount: 100_000n, destination });
});

it.each([
  [{}, 'missing_param', 'The destination is missing.'],
  [{ bankCode: 'HDFC', accountName: 'Asha Rao' }, 'missing_param', 'The destination is missing.'],
  [{ accountNumber: bank.accountNumber }, 'missing_param', 'bankCode is missing.'],
  [{ ifsc: bank.ifsc }, 'missing_param', 'bankCode is missing.'],
  [{ payType: 'upi' }, 'missing_param', 'upiId is missing.'],
  [
    { upiId, usdtAddress },
    'invalid_pay_type',
    'The fields describe two kinds of destination. Set payType to the kind that you want.',
  ],
])('the v3 parser rejects a payout to %j with %s', (fields, code, message) => {
  expect(() => read(fields)).toThrow(expect.objectContaining({ name: 'V3Refusal', code, message }));
});
