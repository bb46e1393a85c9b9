import type { z } from 'zod';

/** An invalid key of an input. The issue never contains the key's value. */
export interface InputIssue {
  /** Path of the key, for example `merchants.0.mchId`, or an empty string for the whole input. */
  readonly key: string;
  readonly expected: string;
}

/** Every invalid key with the expected value, without messages of the schema library. */
export function inputIssues({ issues }: Pick<z.core.$ZodError, 'issues'>): readonly InputIssue[] {
  return issues.flatMap((issue) => keysOf(issue).map((key) => ({ key, expected: expectationOf(issue) })));
}

/**
 * Joins the first few issues in one string without values: `settings.usdtRate: must be a string…; merchants.0.mchId: …`
 */
export function describeIssues(error: Pick<z.core.$ZodError, 'issues'>): string {
  return inputIssues(error)
    .slice(0, 5)
    .map(({ key, expected }) => (key === '' ? expected : `${key}: ${expected}`))
    .join('; ');
}

function keysOf(issue: z.core.$ZodIssue): readonly string[] {
  const keys = issue.code === 'unrecognized_keys' ? issue.keys : [];
  return keys.length === 0 ? [issue.path.join('.')] : keys.map((key) => [...issue.path, key].join('.'));
}

/** Matches messages of the schema library, which a user must not see. The messages of our schemas begin differently. */
const foreign = /^(?:Invalid|Too |Unrecognized)/;

/** Description of the expected value, from the schema or from this module. */
export function expectationOf(issue: z.core.$ZodIssue): string {
  if (!foreign.test(issue.message)) return issue.message;
  switch (issue.code) {
    case 'unrecognized_keys':
      return 'is not a known key';
    case 'invalid_type':
      return issue.message.endsWith('received undefined')
        ? 'is missing'
        : `must be ${typeNames[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return `must be ${oneOf(issue.values)}`;
    case 'invalid_union':
      return `must be ${'options' in issue && Array.isArray(issue.options) ? oneOf(issue.options) : 'a valid value'}`;
    case 'too_small':
      return `must be ${sizeOf(issue.origin, issue.minimum)} or more`;
    case 'too_big':
      return `must be ${sizeOf(issue.origin, issue.maximum)} or less`;
    default:
      return 'has an invalid format';
  }
}

const typeNames: Readonly<Record<string, string>> = {
  array: 'a list',
  boolean: 'true or false',
  int: 'a whole number',
  number: 'a number',
  object: 'an object',
  string: 'a string',
};

function oneOf(values: readonly unknown[]): string {
  const [last, ...others] = values.map(String).reverse();
  return others.length === 0 ? `${last}` : `${others.reverse().join(', ')} or ${last}`;
}

function sizeOf(origin: string, limit: number | bigint): string {
  if (origin === 'string') return `${limit} characters`;
  return origin === 'array' ? `${limit} items` : `${limit}`;
}
