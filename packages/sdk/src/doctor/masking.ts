import { hash } from 'node:crypto';
import { inLowerCase } from '../protocol/lower-case.ts';
import type { Fields } from './recipe.ts';

/** Replacement of a key in every output. */
export const mask = '***';

export type Mask = (text: string) => string;

/**
 * Creates a function that masks these keys in a string. The function ignores upper and lower case. It also finds keys
 * that were trimmed, escaped, encoded or hashed.
 */
export function masking(keys: readonly string[]): Mask {
  const forms = new Set(keys.flatMap(formsOf).filter((form) => form !== ''));
  if (forms.size === 0) return (text) => text;
  const longestFirst = [...forms].sort((a, b) => b.length - a.length);
  // The look-ahead also finds a key that begins within another key.
  const hidden = new RegExp(`(?=(${longestFirst.map(literal).join('|')}))`, 'gi');
  return (text) => {
    const spans = [...text.matchAll(hidden)].map(({ index, 1: { length } = '' }) => ({
      start: index,
      end: index + length,
    }));
    return withoutSpans(text, spans, () => mask);
  };
}

function formsOf(key: string): readonly string[] {
  const percent = encodeURIComponent(key.toWellFormed());
  return [
    key,
    key.trim(),
    key.replace(/\s+/g, ''),
    percent,
    percent.replaceAll('%20', '+'),
    percent.replace(/[!~*'()]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`),
    new URLSearchParams([['', key]]).toString().slice(1),
    JSON.stringify(key).slice(1, -1),
    key.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
    // The key in UTF-16 and UTF-32, decoded as UTF-8.
    ...[1, 3].map((count) => [...key].join('\0'.repeat(count))),
    Buffer.from(key).toString('base64'),
    Buffer.from(key).toString('base64url'),
    Buffer.from(key).toString('hex'),
    hash('md5', key),
    hash('sha1', key),
    hash('sha256', key),
  ];
}

function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

/** Minimum length of half a key, because shorter strings occur in many words. */
const shortestHalf = 4;

/**
 * Hides parts of a key that are at least half of it, because the client may have cut the key. Also finds reversed
 * parts, and ignores upper and lower case.
 *
 * @param isShown returns true for parts to keep
 */
export function maskingParts(keys: readonly string[], isShown: (part: string) => boolean): Mask {
  const halves = halvesOf(keys.flatMap((key) => [key, [...key].reverse().join('')]));
  return (text) => {
    const plain = inLowerCase(text);
    const spans = [...halves].flatMap(([length, known]) => spansOf(plain, length, known));
    return withoutSpans(text, spans, (part) => (isShown(part) ? part : mask));
  };
}

function withoutSpans(text: string, spans: readonly Span[], replace: Mask): string {
  let shown = '';
  let end = 0;
  for (const span of joined(spans)) {
    shown += text.slice(end, span.start) + replace(text.slice(span.start, span.end));
    end = span.end;
  }
  return shown + text.slice(end);
}

/** Halves of the keys by length. */
function halvesOf(keys: readonly string[]): ReadonlyMap<number, ReadonlySet<string>> {
  const halves = new Map<number, Set<string>>();
  for (const key of keys.map(inLowerCase)) {
    const length = Math.max(shortestHalf, Math.ceil(key.length / 2));
    const known = halves.get(length) ?? new Set();
    for (let at = 0; at + length <= key.length; at++) known.add(key.slice(at, at + length));
    halves.set(length, known);
  }
  return halves;
}

interface Span {
  readonly start: number;
  readonly end: number;
}

function spansOf(text: string, length: number, known: ReadonlySet<string>): readonly Span[] {
  const spans: Span[] = [];
  for (let start = 0; start + length <= text.length; start++) {
    if (known.has(text.slice(start, start + length))) spans.push({ start, end: start + length });
  }
  return joined(spans);
}

/** Sorts the spans and merges overlapping spans. */
function joined(spans: readonly Span[]): readonly Span[] {
  const all: Span[] = [];
  for (const span of spans.toSorted((a, b) => a.start - b.start)) {
    const last = all.at(-1);
    if (last === undefined || span.start > last.end) all.push(span);
    else all[all.length - 1] = { start: last.start, end: Math.max(last.end, span.end) };
  }
  return all;
}

export function maskedFields(fields: Fields, hide: Mask): Fields {
  return fields.map((field) => ({ ...field, name: hide(field.name), text: hide(field.text) }));
}
