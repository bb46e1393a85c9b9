import { isSameAmount } from '@inrgate/sdk/protocol';

const amounts: ReadonlySet<string> = new Set(['amount', 'paidAmount', 'fee', 'netAmount', 'totalDebit']);
const words: ReadonlySet<string> = new Set(['status', 'tradeType', 'payType']);

/** Returns whether two values of a field are equal. Gateways format the same amount or word in several ways. */
export function sameText(field: string, one: string, other: string): boolean {
  if (amounts.has(field)) return isSameAmount(one, other);
  return one === other || (words.has(field) && one.toLowerCase() === other.toLowerCase());
}
