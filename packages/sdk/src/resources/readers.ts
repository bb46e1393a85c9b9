import type * as z from 'zod/mini';
import type { Reading } from '../calls/judge.ts';
import { isSameAmount } from '../protocol/money.ts';

/** Reads the `data` of a response. */
type Read<T> = (data: unknown) => Reading<T>;

/** Reads a response's `data` with a tolerant schema and converts it to the result type. */
export function reader<Schema extends z.ZodMiniType, T>(
  schema: Schema,
  build: (data: z.output<Schema>) => T,
): Read<T> {
  return (data) => {
    const result = schema.safeParse(data);
    if (result.success) return { value: build(result.data) };
    // The field's name and expected type, never its value.
    const [issue] = result.error.issues;
    const path = issue?.path.map((part) => `.${String(part)}`).join('') ?? '';
    const what = issue?.code === 'invalid_type' ? `not a ${issue.expected}` : 'not of the documented form';
    return { problem: `data${path}: ${what}` };
  };
}

/**
 * Checks that a response matches the request, so that another order or amount does not pass for the requested one.
 * Fields that were not requested or that the gateway omits are not compared.
 */
export function answerTo<T extends object>(
  asked: Readonly<Partial<Record<keyof T, string | undefined>>>,
  read: Read<T>,
): Read<T> {
  return (data) => {
    const reading = read(data);
    if (!('value' in reading)) return reading;
    const found = new Map<string, unknown>(Object.entries(reading.value));
    const other = Object.entries<string | undefined>(asked).find(
      ([name, value]) => value !== undefined && !agree(name, value, found.get(name)),
    );
    return other === undefined ? reading : { problem: `data.${other[0]} differs from the requested one` };
  };
}

/** Requires the checkout URL of a pending order. Queries may omit it (reading: What the SDK tolerates). */
export function payable<T extends { readonly status: string; readonly payUrl: string }>(
  read: Read<T>,
): Read<T> {
  return (data) => {
    const reading = read(data);
    const missing = 'value' in reading && reading.value.payUrl === '' && reading.value.status === 'pending';
    return missing ? { problem: 'data.payUrl: not a string' } : reading;
  };
}

function agree(name: string, asked: string, found: unknown): boolean {
  if (found === '' || typeof found !== 'string') return true;
  return name === 'amount' ? isSameAmount(asked, found) : asked === found;
}
