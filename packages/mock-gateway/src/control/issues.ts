import type { z } from 'zod';

/** `settings.usdtRate: must be a string…; merchants.0.mchId: …`, without the values. */
export function describeIssues(error: z.ZodError): string {
  return error.issues
    .slice(0, 5)
    .flatMap((issue) => keysOf(issue).map((key) => [key, expectation(issue)]))
    .map(([key, expected]) => (key === '' ? expected : `${key}: ${expected}`))
    .join('; ');
}

function keysOf(issue: z.core.$ZodIssue): readonly string[] {
  const keys = issue.code === 'unrecognized_keys' ? issue.keys : [];
  return keys.length === 0 ? [issue.path.join('.')] : keys.map((key) => [...issue.path, key].join('.'));
}

/** Texts of the schema library, which reach no user; those of our schemas begin otherwise. */
const foreign = /^(?:Invalid|Too |Unrecognized)/;

function expectation(issue: z.core.$ZodIssue): string {
  if (!foreign.test(issue.message)) return issue.message;
  switch (issue.code) {
    case 'unrecognized_keys':
      return 'is not a key of this call';
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
      return 'has another form than this call accepts';
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
