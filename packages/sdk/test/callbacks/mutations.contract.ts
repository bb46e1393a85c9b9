import { isDeepStrictEqual } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import type { CallbackKind } from '../../src/callbacks/callback.ts';
import { verifyCallback } from '../../src/callbacks/verify.ts';
import { isCallbackVerificationError } from '../../src/errors/callback-errors.ts';
import { type CallbackFields, signedCallback } from '../../src/testing/signed-callback.ts';

const seed = 20_261_121;

const credentials = { mchId: 'DEMO1001', mchKey: 'demo-mch-key', mchSecret: 'demo-mch-secret' };

type Format = 'json' | 'form';
type Entry = readonly [name: string, value: string | boolean];

interface Sent {
  readonly body: Buffer;
  readonly contentType: string | null;
}

/** Callbacks of every kind and status. They contain strings that are easy to parse wrongly. */
const originals: readonly (readonly [CallbackKind, CallbackFields])[] = [
  ['payin', {}],
  ['payin', { status: 'failed' }],
  ['payin', { paidAmount: '5.00', extra: 'blue & white = 2' }],
  ['payin', { tradeType: 'usdt', extra: 'नीली "शर्ट" + 100%\\' }],
  ['payin', { test: true, extra: 'https://shop.example/?a=1&b=2' }],
  ['payin', { mchId: undefined, mchOrderNo: undefined, orderNo: undefined }],
  ['payout', { status: 'processing' }],
  ['payout', { txid: '853793d552635f53' }],
  ['payout', { status: 'failed', message: 'closed & returned' }],
  ['link', {}],
  ['link', { client_ref: undefined }],
];

const corpus = originals.flatMap(([kind, fields]) =>
  (['json', 'form'] as const).map((format) => {
    const { body, contentType } = signedCallback(kind, credentials, fields, { format });
    const entries: readonly Entry[] =
      format === 'json'
        ? Object.entries(JSON.parse(body) as Record<string, string | boolean>)
        : [...new URLSearchParams(body)];
    return {
      format,
      body,
      contentType,
      entries,
      callback: verifyCallback(body, { ...credentials, contentType }),
    };
  }),
);

const names = [...new Set(corpus.flatMap(({ entries }) => entries.map(([name]) => name)))];
const values = [...new Set(corpus.flatMap(({ entries }) => entries.map(([, value]) => value)))];

/** mulberry32. */
function random(start: number) {
  let state = start;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (end: number) => Math.floor(next() * end);
  const one = <Item>(items: readonly Item[]): Item => {
    const item = items[below(items.length)];
    if (item === undefined) throw new RangeError('nothing to choose from');
    return item;
  };
  return { below, one };
}

type Random = ReturnType<typeof random>;

const swapCase = (text: string) =>
  [...text].map((char) => (char === char.toUpperCase() ? char.toLowerCase() : char.toUpperCase())).join('');

/** Changes of one or two fields, at random positions. */
const fieldChanges: Readonly<
  Record<string, (entries: readonly Entry[], random: Random) => readonly Entry[]>
> = {
  dropped: (entries, { below }) => entries.toSpliced(below(entries.length), 1),
  duplicated: (entries, { one, below }) => entries.toSpliced(below(entries.length), 0, one(entries)),
  'given twice with another value': (entries, { one, below }) =>
    entries.toSpliced(below(entries.length), 0, [one(entries)[0], one(values)]),
  renamed: (entries, random) => at(entries, random, ([, value]) => [random.one(names), value]),
  'renamed in another case': (entries, random) =>
    at(entries, random, ([name, value]) => [swapCase(name), value]),
  'given another value': (entries, random) => at(entries, random, ([name]) => [name, random.one(values)]),
  'in another case': (entries, random) =>
    at(entries, random, ([name, value]) => [name, swapCase(`${value}`)]),
  emptied: (entries, random) => at(entries, random, ([name]) => [name, '']),
  'with one digit more': (entries, random) => at(entries, random, ([name, value]) => [name, `${value}0`]),
  'with white space': (entries, random) => at(entries, random, ([name, value]) => [name, ` ${value}`]),
  added: (entries, random) =>
    entries.toSpliced(random.below(entries.length + 1), 0, [
      random.one([...names, '__proto__', 'constructor', 'newField', 'sign ', '']),
      random.one([...values, '']),
    ]),
  'swapped with another': (entries, { below }) => {
    const [a, b] = [below(entries.length), below(entries.length)];
    const [first, second] = [entries[a], entries[b]];
    if (first === undefined || second === undefined) return entries;
    return entries.with(a, [first[0], second[1]]).with(b, [second[0], first[1]]);
  },
  'swallowing another': (entries, { below, one }) => {
    const index = below(entries.length);
    const [name, value] = entries[index] ?? ['', ''];
    const rest = entries.toSpliced(index, 1);
    const [other] = rest.splice(below(rest.length), 1);
    if (other === undefined) return entries;
    const joined = one([`${value}&${other[0]}=${other[1]}`, `${other[1]}&${name}=${value}`]);
    return [...rest, [one([name, other[0]]), joined]];
  },
  'in another place': (entries, { below }) => {
    const index = below(entries.length);
    const moved = entries.slice(index, index + 1);
    return entries.toSpliced(index, 1).toSpliced(below(entries.length), 0, ...moved);
  },
};

function at(entries: readonly Entry[], { below }: Random, change: (entry: Entry) => Entry): readonly Entry[] {
  const index = below(entries.length);
  const entry = entries[index];
  return entry === undefined ? entries : entries.with(index, change(entry));
}

/** Changes of the bytes that are sent. */
const byteChanges: Readonly<Record<string, (body: Buffer, random: Random) => Buffer>> = {
  'bit flipped': (body, { below }) => {
    const changed = Buffer.from(body);
    const index = below(changed.length);
    changed[index] = (changed[index] ?? 0) ^ (1 << below(8));
    return changed;
  },
  'byte replaced': (body, { below }) => {
    const changed = Buffer.from(body);
    changed[below(changed.length)] = below(256);
    return changed;
  },
  'byte inserted': (body, { below }) => spliced(body, below(body.length), 0, Buffer.of(below(256))),
  'white space inserted': (body, { below, one }) =>
    spliced(body, below(body.length), 0, Buffer.from(one([' ', '\n', '\t', '\r\n']))),
  'byte deleted': (body, { below }) => spliced(body, below(body.length), 1),
  'bytes swapped': (body, { below }) => {
    const changed = Buffer.from(body);
    const [a, b] = [below(changed.length), below(changed.length)];
    [changed[a], changed[b]] = [body[b] ?? 0, body[a] ?? 0];
    return changed;
  },
  'range deleted': (body, { below }) => spliced(body, below(body.length), below(40)),
  'range repeated': (body, { below }) => {
    const from = below(body.length);
    return spliced(body, below(body.length), 0, body.subarray(from, from + below(60)));
  },
  truncated: (body, { below }) => body.subarray(0, below(body.length)),
  'letter in another case': (body, { below }) => {
    const index = below(body.length);
    return spliced(body, index, 1, Buffer.from(swapCase(String.fromCharCode(body[index] ?? 0)), 'latin1'));
  },
};

function spliced(body: Buffer, index: number, deleted: number, inserted: Uint8Array = Buffer.of()): Buffer {
  return Buffer.concat([body.subarray(0, index), inserted, body.subarray(index + deleted)]);
}

const contentTypes: readonly (string | null)[] = [
  'application/json',
  'application/x-www-form-urlencoded',
  'Application/JSON; Charset="UTF-8"',
  'application/x-www-form-urlencoded;charset=utf-8',
  'application/json; charset=utf-16',
  'application/jsonp',
  'text/plain',
  'multipart/form-data; boundary=x',
  '',
  null,
];

function encode(entries: readonly Entry[], format: Format): Buffer {
  if (format === 'form') {
    const pairs = entries.map(([name, value]): [string, string] => [name, `${value}`]);
    return Buffer.from(new URLSearchParams(pairs).toString());
  }
  // Join the members by hand, because an object cannot contain a name twice.
  const members = entries.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`);
  return Buffer.from(`{${members.join(',')}}`);
}

/** Makes one to three changes: first of fields, then of bytes, then of the header. */
function mutate(original: (typeof corpus)[number], draw: Random): Sent & { readonly changes: string[] } {
  const changes: string[] = [];
  let { entries } = original;
  let body: Buffer | undefined;
  let contentType: string | null = original.contentType;
  const kinds = Array.from({ length: 1 + draw.below(3) }, () => draw.below(10)).sort((a, b) => a - b);
  for (const kind of kinds) {
    if (kind < 5) {
      const change = draw.one(Object.keys(fieldChanges));
      entries = fieldChanges[change]?.(entries, draw) ?? entries;
      changes.push(`a field ${change}`);
    } else if (kind < 9) {
      const change = draw.one(Object.keys(byteChanges));
      body = byteChanges[change]?.(body ?? encode(entries, original.format), draw);
      changes.push(change);
    } else {
      contentType = draw.one(contentTypes);
      changes.push(`content type ${contentType}`);
    }
  }
  return { body: body ?? encode(entries, original.format), contentType, changes };
}

/** Returns the callback if the verification accepts it. */
function verified({ body, contentType }: Sent) {
  try {
    return verifyCallback(body, { ...credentials, contentType });
  } catch (error) {
    if (isCallbackVerificationError(error)) return undefined;
    throw error;
  }
}

/** Random changes of valid callbacks, always the same. */
export function mutationsContract(count: number): void {
  it(`verifyCallback accepts none of ${count} random changes of valid callbacks that alter the content`, () => {
    // Disable stack traces, because they would take most of the time.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    onTestFinished(() => {
      Error.stackTraceLimit = stackTraceLimit;
    });
    const draw = random(seed);
    const tried = new Set<string>();
    let done = 0;
    let same = 0;
    for (let number = 0; done < count; number += 1) {
      const original = corpus[number % corpus.length];
      if (original === undefined) throw new RangeError('no corpus');
      const mutation = mutate(original, draw);
      if (mutation.body.toString('latin1') === original.body && mutation.contentType === original.contentType)
        continue;
      done += 1;
      for (const change of mutation.changes) tried.add(change);
      let accepted: ReturnType<typeof verified>;
      try {
        accepted = verified(mutation);
      } catch (cause) {
        throw new Error(described(number, mutation), { cause });
      }
      // Some changes do not change the callback: white space and order of members, the case of the sign, an empty field,
      // and `true` or `"true"`. The verification must reject any other change.
      if (accepted !== undefined && !isDeepStrictEqual(accepted, original.callback)) {
        expect.fail(`accepted: ${described(number, mutation)}`);
      }
      if (accepted !== undefined) same += 1;
    }
    const all = Object.keys(fieldChanges).length + Object.keys(byteChanges).length + contentTypes.length;
    expect(tried.size).toBe(all);
    expect(same).toBeGreaterThan(count / 200);
    expect(same).toBeLessThan(count / 10);
  });
}

function described(number: number, { changes, contentType, body }: ReturnType<typeof mutate>): string {
  return `seed ${seed}, case ${number}: ${changes.join(', ')}\n${contentType}\n${body.toString('latin1')}`;
}
