import { hash } from 'node:crypto';
import type { Fields } from './recipe.ts';

/** What stands for a key. */
export const mask = '***';

export type Mask = (text: string) => string;

/** Hides these keys in a text, in either case of letters, also trimmed, escaped, encoded and hashed. */
export function masking(keys: readonly string[]): Mask {
  const forms = new Set(keys.flatMap(formsOf).filter((form) => form !== ''));
  if (forms.size === 0) return (text) => text;
  const longestFirst = [...forms].sort((a, b) => b.length - a.length);
  const hidden = new RegExp(longestFirst.map(literal).join('|'), 'gi');
  return (text) => text.replace(hidden, mask);
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
    Buffer.from(key).toString('base64'),
    Buffer.from(key).toString('hex'),
    hash('md5', key),
    hash('sha1', key),
    hash('sha256', key),
  ];
}

function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

export function maskedFields(fields: Fields, hide: Mask): Fields {
  return fields.map((field) => ({ ...field, name: hide(field.name), text: hide(field.text) }));
}
