import { accountNumberPattern, ifscPattern, isTrc20Address, upiIdPattern } from '@inrgate/sdk/protocol';
import type { Destination } from './payout.ts';

export type DestinationRefusal = 'bank_invalid' | 'ifsc_invalid' | 'upi_invalid' | 'address_invalid';

/** Is the destination well formed? Presence was checked before (reading: Parameters, Bank, upiId, usdtAddress). */
export function refuseDestination(destination: Destination): DestinationRefusal | null {
  switch (destination.payType) {
    case 'bank':
      if (!accountNumberPattern.test(destination.accountNumber)) return 'bank_invalid';
      if (destination.accountName.trim() === '') return 'bank_invalid';
      return ifscPattern.test(destination.ifsc) ? null : 'ifsc_invalid';
    case 'upi':
      return upiIdPattern.test(destination.upiId) ? null : 'upi_invalid';
    case 'usdt':
      return isTrc20Address(destination.usdtAddress) ? null : 'address_invalid';
  }
}
