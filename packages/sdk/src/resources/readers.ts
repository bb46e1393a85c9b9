import type { Reading } from '../calls/judge.ts';
import { isSameAmount } from '../protocol/money.ts';
import type { Read as ReadFields } from '../protocol/schemas/received.ts';

type Read<T> = (data: unknown) => Reading<T>;

/** Reads a response's `data` tolerantly and converts it to the result type. */
export function reader<Data, T>(read: ReadFields<Data>, build: (data: Data) => T): Read<T> {
  return (data) => {
    const result = read(data);
    if ('data' in result) return { value: build(result.data) };
    // The message contains the field's name and expected type, but never its value.
    const { field, kind } = result.issue;
    const expected = field === undefined ? 'not an object' : 'not a string';
    const path = field === undefined ? '' : `.${field}`;
    return {
      problem: `data${path}: ${kind === 'missing' ? expected : 'does not have the documented format'}`,
    };
  };
}

/**
 * Checks that a response describes the requested order and amount. Does not compare fields that the request or the
 * response omits.
 */
export function answerTo<T extends object>(
  asked: Readonly<Partial<Record<keyof T, string | undefined>>>,
  read: Read<T>,
): Read<T> {
  return (data) => {
    const reading = read(data);
    if (!('value' in reading)) return reading;
    const other = Object.entries<string | undefined>(asked).find(
      ([name, value]) => value !== undefined && !agree(name, value, Reflect.get(reading.value, name)),
    );
    return other === undefined ? reading : { problem: `data.${other[0]} differs from the requested value` };
  };
}

/**
 * Rejects a pending order without a checkout URL. Only the response to a query may omit the URL (reading: What the SDK
 * tolerates).
 */
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
