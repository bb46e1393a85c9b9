import { personalFields } from '@inrgate/sdk/internal';
import { layersOf } from './masking.ts';

/** Personal data that a body or a query names: values of `accountNumber` and the like, in JSON at any depth or in a form. */
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
    // It is no JSON.
  }
  return values;
}

/** Shorter ones are looked for as whole words: `Rao` is a part of many. */
const shortest = 6;

/** Whether personal data is in a text, however it is spelt: spaces, dashes, case, `%30`, `\u0030`, bytes of UTF-8. */
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
