import type { z } from 'zod';

/** A key of an input that is wrong. Never holds a value. */
export interface InputIssue {
  /** `merchants.0.mchId`; empty for the whole. */
  readonly key: string;
  /** What was expected there, in our words. */
  readonly expected: string;
}

/** Every key that is wrong, with what was expected there. No text of the schema library is among them. */
export function inputIssues({ issues }: Pick<z.core.$ZodError, 'issues'>): readonly InputIssue[] {
  return issues.flatMap((issue) => keysOf(issue).map((key) => ({ key, expected: expectationOf(issue) })));
}

/** `settings.usdtRate: must be a string…; merchants.0.mchId: …`, without the values, the first few. */
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

/** Texts of the schema library, which reach no user; those of our schemas begin otherwise. */
const foreign = /^(?:Invalid|Too |Unrecognized)/;

/** What was expected, in the words of the schema or else in ours. */
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
      return `must be ${'options' in issue && Array.isArray(issue.options) ? oneOf(issue.options) : 'of another form'}`;
    case 'too_small':
      return `must be ${sizeOf(issue.origin, issue.minimum)} or more`;
    case 'too_big':
      return `must be ${sizeOf(issue.origin, issue.maximum)} or less`;
    default:
      return 'has another form than is accepted';
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
