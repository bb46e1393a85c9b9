import { allOf } from './all-of.ts';
import type { Callback, Payin, Payout } from './types.ts';

/** Query of a list for the control API, with the invalid search terms. */
export interface Search {
  readonly filter: Readonly<Record<string, string>>;
  readonly problems: readonly string[];
}

/** The searchable lists, by their names in the control API. */
export type ListKind = 'payins' | 'payouts' | 'links' | 'callbacks' | 'requests';

interface Key {
  /** Examples of values after the colon, for the hint below the search box. */
  readonly example: string;
  /** Converts a value to a filter, or returns null if the value is invalid. */
  readonly read: (value: string) => Readonly<Record<string, string>> | null;
}

const depositStates = allOf<Payin['status']>({ pending: 0, success: 0, failed: 0, expired: 0 });
const payoutStates = allOf<Payout['status']>({ pending: 0, processing: 0, success: 0, failed: 0 });
const callbackStates = allOf<Callback['state']>({
  pending: 0,
  delivering: 0,
  delivered: 0,
  failed: 0,
  undeliverable: 0,
});

const exactly = (name: string, example: string): Key => ({
  example,
  read: (value) => (value === '' ? null : { [name]: value }),
});

const oneOf = (name: string, values: readonly string[]): Key => ({
  example: values[0] ?? '',
  read: (value) => (values.includes(value.toLowerCase()) ? { [name]: value.toLowerCase() } : null),
});

const amount: Key = { example: '>500', read: readAmount };
const mch = exactly('mchId', 'DEMO1001');
const order = exactly('mchOrderNo', 'ORDER-1');
const httpStatus: Key = {
  example: '4xx',
  read: (value) => (/^[1-5](?:[0-9]{2}|xx)$/i.test(value) ? { status: value.toLowerCase() } : null),
};

/** Search keys of each list, in display order. */
export const keysOf: Readonly<Record<ListKind, Readonly<Record<string, Key>>>> = {
  payins: { status: oneOf('status', depositStates), amount, mch, order },
  links: { status: oneOf('status', depositStates), amount, mch, order },
  payouts: { status: oneOf('status', payoutStates), amount, mch, order },
  callbacks: {
    status: oneOf('state', callbackStates),
    mch,
    order: exactly('orderNo', 'PI2026…'),
  },
  requests: {
    status: httpStatus,
    endpoint: exactly('endpoint', 'payin'),
    error: exactly('error', 'invalid_signature'),
    mch,
    order,
  },
};

/**
 * Parses `status:pending amount:>500 mch:DEMO1001 text`. A quoted value can contain spaces and colons. Words without a
 * key form one search string.
 */
export function parseSearch(kind: ListKind, text: string): Search {
  const words: string[] = [];
  const problems: string[] = [];
  const filter: Record<string, string> = {};
  const keys = keysOf[kind];
  for (const { name, value } of termsOf(text)) {
    const key = name === null ? null : keys[name];
    if (key === null) words.push(value);
    else if (key === undefined) problems.push(`Unknown key “${name}:”. Use ${listed(keys)}.`);
    else {
      const read = key.read(value);
      if (read === null) problems.push(`Invalid value “${name}:${value}”. Example: ${name}:${key.example}.`);
      else Object.assign(filter, read);
    }
  }
  const sought = words.join(' ').trim();
  return { filter: sought === '' ? filter : { ...filter, text: sought.slice(0, 200) }, problems };
}

function listed(keys: Readonly<Record<string, Key>>): string {
  return Object.keys(keys)
    .map((name) => `${name}:`)
    .join(' ');
}

interface Term {
  /** Name of the search key, or null. */
  readonly name: string | null;
  readonly value: string;
}

const term = /(?:(?<name>[a-z][\w-]*):)?(?:"(?<quoted>[^"]*)"?|(?<bare>\S*))/gi;

function termsOf(text: string): readonly Term[] {
  return [...text.matchAll(term)].flatMap(({ 0: whole, groups = {} }) =>
    whole === ''
      ? []
      : [{ name: groups['name']?.toLowerCase() ?? null, value: groups['quoted'] ?? groups['bare'] ?? '' }],
  );
}

const bound = /^(>=|<=|>|<|=)?(\d{1,15}(?:\.\d{1,2})?)$/;

/** Parses amounts in rupees: `>500`, `<=99.50`, `500`, `500..1000`. */
function readAmount(value: string): Readonly<Record<string, string>> | null {
  const [from, to, ...rest] = value.split('..');
  if (to !== undefined && rest.length === 0) {
    const [low, high] = [toPaise(from ?? ''), toPaise(to)];
    if (low === null && high === null) return null;
    return {
      ...(low !== null && { minAmount: toText(low) }),
      ...(high !== null && { maxAmount: toText(high) }),
    };
  }
  const [, sign = '=', figure = ''] = bound.exec(value) ?? [];
  const paise = toPaise(figure);
  if (paise === null) return null;
  switch (sign) {
    case '>':
      return { minAmount: toText(paise + 1n) };
    case '>=':
      return { minAmount: toText(paise) };
    case '<':
      return paise === 0n ? null : { maxAmount: toText(paise - 1n) };
    case '<=':
      return { maxAmount: toText(paise) };
    default:
      return { minAmount: toText(paise), maxAmount: toText(paise) };
  }
}

function toPaise(figure: string): bigint | null {
  const [, rupees, decimals = ''] = /^(\d{1,15})(?:\.(\d{1,2}))?$/.exec(figure) ?? [];
  return rupees === undefined ? null : BigInt(rupees) * 100n + BigInt(decimals.padEnd(2, '0'));
}

function toText(paise: bigint): string {
  return `${paise / 100n}.${String(paise % 100n).padStart(2, '0')}`;
}
