import { formatAmount, type Paise } from '@inrgate/sdk/protocol';

const format = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' });

/** Formats an amount in lakh and crore: `₹1,23,456.00`. */
export function rupees(amount: Paise): string {
  return format.format(formatAmount(amount) as `${number}`);
}
