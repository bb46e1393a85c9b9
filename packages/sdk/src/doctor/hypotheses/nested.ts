type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/** Maximum length of a JSON value, in characters. Each format parses the value again. */
const maxLength = 4096;
const maxDepth = 64;

/** Formats of JSON values in different languages, by title. */
export const nestedFormats: readonly (readonly [string, (text: string) => string])[] = [
  ['Array', (text) => (nestedOf(text) === undefined ? text : 'Array')],
  ['[object Object]', (text) => replaced(text, String)],
  ['without spaces', (text) => replaced(text, (value) => compact(value))],
  ['spaces after : and ,', (text) => replaced(text, (value) => spaced(value))],
  ['spaces after : and ,, \\u for non-ASCII', (text) => replaced(text, (value) => ascii(spaced(value)))],
  ['/ as \\/', (text) => replaced(text, (value) => compact(value).replaceAll('/', '\\/'))],
  [
    '/ as \\/, \\u for non-ASCII',
    (text) => replaced(text, (value) => ascii(compact(value)).replaceAll('/', '\\/')),
  ],
  ['\\u for non-ASCII', (text) => replaced(text, (value) => ascii(compact(value)))],
  ['\\u for <, > and &', (text) => replaced(text, (value) => compact(value).replace(/[<>&]/g, escaped))],
  ['names sorted', (text) => replaced(text, (value) => compact(sorted(value)))],
  ['as a Python dict', (text) => replaced(text, (value) => pythonDict(value))],
];

/** Returns the object or array that a JSON string contains, or undefined for other strings. */
function nestedOf(text: string): Json | undefined {
  if (text.length > maxLength || !/^[[{]/.test(text) || depthOf(text) > maxDepth) return undefined;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

function depthOf(text: string): number {
  return text.split(/[[{]/).length;
}

function replaced(text: string, write: (value: Json) => string): string {
  const value = nestedOf(text);
  return value === undefined ? text : write(value);
}

function compact(value: Json): string {
  return JSON.stringify(value);
}

/** Describes how a language formats a nested value. The defaults are those of JSON. */
interface Style {
  readonly text: (text: string) => string;
  readonly words: Readonly<Record<string, string>>;
}

function written(value: Json, style: Style): string {
  if (typeof value === 'string') return style.text(value);
  if (isList(value)) {
    return `[${value.map((item) => written(item, style)).join(', ')}]`;
  }
  if (value === null || typeof value !== 'object') return style.words[String(value)] ?? String(value);
  const members = Object.entries(value).map(([name, item]) => `${style.text(name)}: ${written(item, style)}`);
  return `{${members.join(', ')}}`;
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

function spaced(value: Json): string {
  return written(value, { text: (text) => JSON.stringify(text), words: {} });
}

function pythonDict(value: Json): string {
  const quoted = (text: string) => (text.includes("'") ? `"${text}"` : `'${text}'`);
  return written(value, { text: quoted, words: { true: 'True', false: 'False', null: 'None' } });
}

function sorted(value: Json): Json {
  if (isList(value)) return value.map(sorted);
  if (value === null || typeof value !== 'object') return value;
  const names = Object.keys(value).sort();
  return Object.fromEntries(names.map((name) => [name, sorted(value[name] ?? null)]));
}

export function ascii(text: string): string {
  return text.replace(/[^\0-\u007f]/g, escaped);
}

export function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
