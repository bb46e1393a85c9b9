import type { FlatParams, FlatValue } from '../flat-parser.ts';
import { formatAmount, type Paise } from '../money.ts';
import type { RequestField } from '../schemas/request-field.ts';

interface Sent {
  readonly name: string;
  readonly value: string;
  readonly kind: FlatValue['kind'] | undefined;
}

/** The message for a value that the field rejects, or undefined for a correct or missing value. */
export function rejection(field: RequestField<string>, params: FlatParams): string | undefined {
  const { name, alias = name, schema } = field;
  const sent = [name, alias].find((one) => (params.get(one)?.text ?? '') !== '');
  const { text = '', kind } = params.get(sent ?? name) ?? {};
  // The gateway rejects an amount as a JSON number in any format (reading: Parameters).
  if (sent === undefined || (schema.safeParse(text).success && (name !== 'amount' || kind === 'string')))
    return undefined;
  return malformedMessage(field, { name: sent, value: text, kind });
}

export function malformedMessage(
  field: Pick<RequestField<string>, 'schema' | 'description'>,
  sent: Sent,
): string {
  const { name, value, kind } = sent;
  const maximum = field.schema.meta()?.['maxLength'];
  const length = [...value].length;
  if (typeof maximum === 'number' && length > maximum)
    return `${name} has ${length} characters, above the maximum of ${maximum}.`;
  if (name !== 'amount') return `${name} is malformed. ${field.description}`;
  return `amount ${amountIssue(value, kind)}. ${field.description}`;
}

function amountIssue(value: string, kind: Sent['kind']): string {
  if (kind !== 'string') return `is a JSON ${kind}; send it as a string, for example "500.00"`;
  if (/^0+(?:\.0*)?$/.test(value)) return 'is not above zero';
  if (value.startsWith('-')) return 'is negative';
  if (/^0[0-9]/.test(value)) return 'has a leading zero';
  if (!/^[0-9.]+$/.test(value)) return 'contains characters other than digits and the decimal point';
  const [, decimals = '', ...others] = value.split('.');
  if (others.length > 0) return 'contains more than one decimal point';
  return `has ${decimals.length} ${decimals.length === 1 ? 'decimal' : 'decimals'}`;
}

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
