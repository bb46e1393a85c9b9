import { formatAmount, type Paise } from '../money.ts';

/** Maximum length of an amount in a message. For a longer amount, the message states only the length. */
const longestShown = 40;

/** Message of `amount_range`: the amount and the limit that it violates. */
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
