import { personalFields } from '@inrgate/sdk/internal';
import { layersOf } from './masking.ts';

/**
 * Returns the personal data in a body or a query: values of `accountNumber` and similar fields, in nested JSON or a
 * form.
 */
export function personalValuesIn(text: string): readonly string[] {
  const plain = text.replaceAll('\0', '');
  return [...new Set([...inJson(plain), ...inForm(plain)])].filter((value) => wordsOf(value).length > 0);
}

function inForm(text: string): readonly string[] {
  const form = new URLSearchParams(text);
  return personalFields.flatMap((name) => form.getAll(name));
}

function inJson(text: string): readonly string[] {
  const values: string[] = [];
  try {
    JSON.parse(text, (name, value: unknown) => {
      const isText = typeof value === 'string' || typeof value === 'number';
      if (isText && personalFields.includes(name)) values.push(String(value));
      return value;
    });
  } catch {
    // Ignore a string that is not JSON.
  }
  return values;
}

/** Minimum length of a value that is also matched inside words, because `Rao` is part of many words. */
const shortest = 6;

/**
 * Returns whether a string contains personal data in any spelling: spaces, dashes, case, `%30`, `\u0030`, UTF-8 bytes.
 */
export function isSpeltIn(text: string, values: readonly string[]): boolean {
  if (values.length === 0) return false;
  const layers = [text, ...layersOf(text)].flatMap((layer) =>
    layer === null ? [] : [layer, Buffer.from(layer, 'latin1').toString()],
  );
  return layers.map(wordsOf).some((words) =>
    values.map(wordsOf).some((value) => {
      const joined = value.join('');
      return joined.length < shortest
        ? ` ${words.join(' ')} `.includes(` ${value.join(' ')} `)
        : words.join('').includes(joined);
    }),
  );
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}
