import { formatAmount, type Paise } from '../money.ts';

/** Characters of an amount that a message repeats; the longer ones are counted. */
const longestShown = 40;

/** The sentence of `amount_range`: the amount, and the limit that it is beyond. */
export function outsideLimits(
  kind: 'pay-in' | 'payout',
  amount: Paise,
  { min, max }: { readonly min: Paise; readonly max: Paise },
): string {
  const limit =
    amount < min
      ? `below the ${kind} minimum of ${formatAmount(min)}`
      : `above the ${kind} maximum of ${formatAmount(max)}`;
  const text = formatAmount(amount);
  return `amount ${text.length > longestShown ? `of ${text.length - 3} digits` : text} is ${limit}.`;
}
