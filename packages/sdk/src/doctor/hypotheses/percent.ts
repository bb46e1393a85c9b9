type Encode = (text: string) => string;

/**
 * Creates an encoder like `encodeURIComponent` that also encodes these marks. `encodeURIComponent` keeps letters,
 * digits and `-_.!~*'()`.
 */
function encoding(marks: string): Encode {
  const more = new Set(marks);
  return (text) => {
    if (!special.test(text)) return text;
    return encodeURIComponent(text.toWellFormed()).replace(/[!~*'()]/g, (mark) =>
      more.has(mark) ? hexOf(mark) : mark,
    );
  };
}

const special = /[^A-Za-z0-9_.-]/;

function hexOf(mark: string): string {
  return `%${mark.charCodeAt(0).toString(16).toUpperCase()}`;
}

function plus(encode: Encode): Encode {
  return (text) => encode(text).replaceAll('%20', '+');
}

function lowerHex(encode: Encode): Encode {
  return (text) => encode(text).replace(/(?:%[0-9A-F]{2})+/g, (codes) => codes.toLowerCase());
}

function keeping(encode: Encode, characters: string): Encode {
  const codes = [...characters].map((character) => [encodeURIComponent(character), character] as const);
  return (text) => codes.reduce((made, [code, character]) => made.replaceAll(code, character), encode(text));
}

const javascript = encoding('');
const rfc3986 = encoding("!*'()");
const php = encoding("!*'()~");
const java = encoding("!'()~");
const dotNet = encoding("~'");

/** URL encodings of values in different languages, most frequent first. */
export const percentEncodings: readonly (readonly [string, Encode])[] = [
  ['spaces as %20', javascript],
  ['spaces as +', plus(php)],
  ['spaces as %20, marks too', rfc3986],
  ['spaces as +, ~ kept', plus(rfc3986)],
  ['spaces as +, * kept', plus(java)],
  ['spaces as +, marks kept', plus(javascript)],
  ['/ kept', keeping(rfc3986, '/')],
  ['as a whole URL', keeping(javascript, ';,/?:@&=+$#')],
  ['lower-case hexadecimal, spaces as +', lowerHex(plus(dotNet))],
  ['lower-case hexadecimal', lowerHex(javascript)],
];
