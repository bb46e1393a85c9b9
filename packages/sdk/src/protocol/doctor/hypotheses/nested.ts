type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/** Longer ones are left alone: they are read anew for each way to write them. */
const maxLength = 4096;
/** Deeper ones too. */
const maxDepth = 64;

/** How languages write a value that is JSON: by the title, what becomes of its text. */
export const nestedWritings: readonly (readonly [string, (text: string) => string])[] = [
  ['Array', (text) => (nestedOf(text) === undefined ? text : 'Array')],
  ['[object Object]', (text) => replaced(text, String)],
  ['without spaces', (text) => replaced(text, (value) => compact(value))],
  ['spaces after : and ,', (text) => replaced(text, (value) => spaced(value))],
  [
    'spaces after : and ,, \\u for what is not ASCII',
    (text) => replaced(text, (value) => ascii(spaced(value))),
  ],
  ['/ as \\/', (text) => replaced(text, (value) => compact(value).replaceAll('/', '\\/'))],
  [
    '/ as \\/, \\u for what is not ASCII',
    (text) => replaced(text, (value) => ascii(compact(value)).replaceAll('/', '\\/')),
  ],
  ['\\u for what is not ASCII', (text) => replaced(text, (value) => ascii(compact(value)))],
  ['\\u for <, > and &', (text) => replaced(text, (value) => compact(value).replace(/[<>&]/g, escaped))],
  ['names sorted', (text) => replaced(text, (value) => compact(sorted(value)))],
  ['names sorted, spaces', (text) => replaced(text, (value) => spaced(sorted(value)))],
  ['as a Go map', (text) => replaced(text, (value) => goMap(value))],
  ['as a Java map', (text) => replaced(text, (value) => javaMap(value))],
  ['as a Python dict', (text) => replaced(text, (value) => pythonDict(value))],
  ['quoted again', (text) => (nestedOf(text) === undefined ? text : JSON.stringify(text))],
  ['nothing', (text) => (nestedOf(text) === undefined ? text : '')],
];

/** An object or an array, if the text is one. */
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

/** How a language writes values; what it says of none is as in JSON. */
interface Style {
  readonly open: string;
  readonly close: string;
  readonly openList: string;
  readonly closeList: string;
  readonly comma: string;
  readonly colon: string;
  readonly text: (text: string) => string;
  readonly words: Readonly<Record<string, string>>;
}

const jsonStyle: Style = {
  open: '{',
  close: '}',
  openList: '[',
  closeList: ']',
  comma: ', ',
  colon: ': ',
  text: (text) => JSON.stringify(text),
  words: {},
};

function written(value: Json, style: Style): string {
  if (typeof value === 'string') return style.text(value);
  if (isList(value)) {
    return style.openList + value.map((item) => written(item, style)).join(style.comma) + style.closeList;
  }
  if (value === null || typeof value !== 'object') return style.words[String(value)] ?? String(value);
  const members = Object.entries(value).map(
    ([name, item]) => style.text(name) + style.colon + written(item, style),
  );
  return style.open + members.join(style.comma) + style.close;
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

function spaced(value: Json): string {
  return written(value, jsonStyle);
}

function pythonDict(value: Json): string {
  const quoted = (text: string) => (text.includes("'") ? `"${text}"` : `'${text}'`);
  return written(value, {
    ...jsonStyle,
    text: quoted,
    words: { true: 'True', false: 'False', null: 'None' },
  });
}

function goMap(value: Json): string {
  const style = { ...jsonStyle, open: 'map[', close: ']', comma: ' ', colon: ':', words: { null: '<nil>' } };
  return written(sorted(value), { ...style, text: (text) => text });
}

function javaMap(value: Json): string {
  return written(value, { ...jsonStyle, colon: '=', text: (text) => text });
}

function sorted(value: Json): Json {
  if (isList(value)) return value.map(sorted);
  if (value === null || typeof value !== 'object') return value;
  const names = Object.keys(value).sort();
  return Object.fromEntries(names.map((name) => [name, sorted(value[name] ?? null)]));
}

function ascii(text: string): string {
  return text.replace(/[^\0-\u007f]/g, escaped);
}

export function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
