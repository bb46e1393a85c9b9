import { expect, it } from 'vitest';
import { type Destination, refuseDestination } from './v3.ts';

const bank: Destination = {
  payType: 'bank',
  bankCode: 'HDFC Bank',
  accountName: 'Asha Rao',
  accountNumber: '001234567890',
  ifsc: 'HDFC0001234',
};
const upi: Destination = { payType: 'upi', upiId: 'asha@okhdfcbank' };
const usdt: Destination = { payType: 'usdt', usdtAddress: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' };

it.each([
  [bank, null],
  [{ ...bank, accountNumber: '12345' }, 'bank_invalid'],
  [{ ...bank, accountNumber: '123456789012345678901' }, 'bank_invalid'],
  [{ ...bank, accountNumber: '12345６' }, 'bank_invalid'],
  [{ ...bank, accountName: '   ' }, 'bank_invalid'],
  [{ ...bank, bankCode: 'A bank nobody has heard of' }, null],
  [{ ...bank, ifsc: 'hdfc0001234' }, null],
  [{ ...bank, ifsc: 'HDFCO001234' }, 'ifsc_invalid'],
  [{ ...bank, ifsc: 'BOTM0XEEMRA1' }, 'ifsc_invalid'],
  [upi, null],
  [{ ...upi, upiId: 'asha' }, 'upi_invalid'],
  [{ ...upi, upiId: 'a@b' }, 'upi_invalid'],
  [usdt, null],
  [{ ...usdt, usdtAddress: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6J' }, 'address_invalid'],
  [{ ...usdt, usdtAddress: '1BoatSLRHtKNngkdXEeobR76b53LETtpyT' }, 'address_invalid'],
] as const)('the validation of a payout to %o returns %s', (destination, rejection) =>
  expect(refuseDestination(destination)).toBe(rejection),
);
