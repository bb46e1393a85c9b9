import { checkLength, isSignable } from '../checks/options.ts';
import { didYouMean } from '../checks/suggest.ts';
import { ConfigurationError } from '../errors/configuration-error.ts';
import { isAmbiguous } from '../protocol/ambiguity.ts';
import {
  clientRefMaxLength,
  extraMaxLength,
  mchOrderNoPattern,
  noteMaxLength,
  urlMaxLength,
} from '../protocol/limits.ts';
import { amountPattern, linkAmountPattern } from '../protocol/money.ts';

/** Requirement for an argument of a call. The gateway checks all other requirements. */
export interface Rule {
  readonly required?: true;
  readonly accepts?: (text: string) => boolean;
  /** Description of the accepted values, for the message. */
  readonly meaning: string;
  /** Wire name of the field in callbacks. */
  readonly inCallback?: string;
}

const text = { meaning: 'text' };
const mchOrderNo: Rule = {
  accepts: (value) => mchOrderNoPattern.test(value),
  meaning: '1 to 100 letters, digits and _ - . : # /',
};
const amount: Rule = {
  required: true,
  accepts: (value) => amountPattern.test(value) && /[1-9]/.test(value),
  meaning: 'a string with two decimals and above zero, for example "500.00"',
};
const url: Rule = { accepts: isHttpUrl, meaning: 'an absolute http or https URL without user info' };

/** Rules for the arguments of each call, by argument name. */
export const argumentRules = {
  payin: {
    mchOrderNo: { ...mchOrderNo, required: true },
    amount,
    tradeType: text,
    notifyUrl: url,
    returnUrl: url,
    extra: { ...shortText(extraMaxLength), inCallback: 'extra' },
  },
  payout: {
    mchOrderNo: { ...mchOrderNo, required: true },
    amount,
    payType: text,
    bankCode: text,
    accountName: text,
    accountNumber: text,
    ifsc: text,
    upiId: text,
    usdtAddress: text,
  },
  order: { mchOrderNo, orderNo: text },
  link: {
    amount: {
      required: true,
      accepts: (value) => linkAmountPattern.test(value) && /[1-9]/.test(value),
      meaning: 'a string with up to two decimals and above zero, for example "500.00"',
    },
    note: shortText(noteMaxLength),
    clientRef: { ...shortText(clientRefMaxLength), inCallback: 'client_ref' },
    notifyUrl: url,
    returnUrl: url,
    currency: text,
  },
  linkQuery: { linkCode: { ...text, required: true } },
} as const satisfies Record<string, Readonly<Record<string, Rule>>>;

type Checked<Name extends string> = Readonly<Partial<Record<Name, string>>>;

/**
 * Returns the arguments of a call that creates an order. Rejects a misspelt name, because the gateway would ignore it.
 *
 * @throws {ConfigurationError} with the argument's name, without its value
 */
export function checked<Name extends string>(
  operation: string,
  given: unknown,
  rules: Readonly<Record<Name, Rule>>,
): Checked<Name> {
  for (const [name, value] of entries(operation, given)) {
    if (value !== undefined && !Object.hasOwn(rules, name)) {
      throw new ConfigurationError(
        `${operation} has no argument ${name}${didYouMean(name, Object.keys(rules))}`,
      );
    }
  }
  return picked(operation, given, rules);
}

/**
 * Selects the arguments of a query from any object that contains them. Example: a whole order.
 *
 * @throws {ConfigurationError} with the argument's name, without its value
 */
export function picked<Name extends string>(
  operation: string,
  given: unknown,
  rules: Readonly<Record<Name, Rule>>,
): Checked<Name> {
  const values = entries(operation, given);
  const result: Partial<Record<string, string>> = {};
  for (const [name, rule] of Object.entries<Rule>(rules)) {
    const value = values.get(name);
    if (typeof value === 'string') checkLength(`${operation}: ${name}`, value);
    if (value === undefined || value === '') {
      if (rule.required) throw new ConfigurationError(`${operation} needs ${name}: ${rule.meaning}`);
    } else if (!isSignable(value) || rule.accepts?.(value) === false) {
      throw new ConfigurationError(`${operation}: ${name} must be ${rule.meaning}`);
    } else if (rule.inCallback !== undefined && isAmbiguous(rule.inCallback, value)) {
      throw new ConfigurationError(
        `${operation}: ${name} contains &, which makes the callback's signature ambiguous. ` +
          'Remove the & or write %26 instead',
      );
    } else {
      result[name] = value;
    }
  }
  return result as Checked<Name>;
}

function entries(operation: string, given: unknown): ReadonlyMap<string, unknown> {
  if (typeof given !== 'object' || given === null) {
    throw new ConfigurationError(`the arguments of ${operation} must be an object`);
  }
  return new Map(Object.entries(given));
}

/** Counts code points, as the gateway does. */
function shortText(maxLength: number): Rule {
  return {
    accepts: (value) => value.length <= maxLength || [...value].length <= maxLength,
    meaning: `a string of at most ${maxLength} characters`,
  };
}

function isHttpUrl(value: string): boolean {
  if (value.length > urlMaxLength || !URL.canParse(value)) return false;
  const { protocol, username, password } = new URL(value);
  return /^https?:$/.test(protocol) && username === '' && password === '';
}
