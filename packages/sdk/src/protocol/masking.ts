export const mask = '***';

/** Removes secrets from a string for display. */
export type Mask = (text: string) => string;

/** Finds a secret as it is, and as a server repeats it in JSON, in a URL or in a form. */
export function masking(secrets: Iterable<string>, replacement: string = mask): Mask {
  let forms: readonly string[] | undefined;
  return (text) => {
    // Create the forms on first use, because a successful call of the SDK does not need them.
    forms ??= [...new Set([...secrets].filter((secret) => secret !== '').flatMap(formsOf))];
    return withoutSpans(text, spansOf(text, forms), replacement);
  };
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** Finds every form. The spans of different forms can overlap. */
function spansOf(text: string, forms: readonly string[]): readonly Span[] {
  const spans: Span[] = [];
  for (const form of forms) {
    for (let start = text.indexOf(form); start !== -1; start = text.indexOf(form, start + form.length)) {
      spans.push({ start, end: start + form.length });
    }
  }
  return spans;
}

function withoutSpans(text: string, spans: readonly Span[], replacement: string): string {
  if (spans.length === 0) return text;
  let shown = '';
  let end = 0;
  for (const span of spans.toSorted((a, b) => a.start - b.start)) {
    if (span.start >= end) shown += text.slice(end, span.start) + replacement;
    end = Math.max(end, span.end);
  }
  return shown + text.slice(end);
}

function formsOf(secret: string): readonly string[] {
  return [secret, ...jsonForms(secret), ...percentForms(secret)];
}

/** The secret in a JSON string. PHP also escapes `/`. PHP and Python escape every character outside ASCII. */
function jsonForms(secret: string): readonly string[] {
  const plain = JSON.stringify(secret).slice(1, -1);
  const lower = plain.replace(/[^\0-\x7f]/g, (unit) => `\\u${hexOf(unit, 4)}`);
  const upper = plain.replace(/[^\0-\x7f]/g, (unit) => `\\u${hexOf(unit, 4).toUpperCase()}`);
  return [plain, lower, upper].flatMap((text) => [text, text.replaceAll('/', '\\/')]);
}

/** Marks that PHP's `urlencode`, Python, `rawurlencode` and `URLSearchParams` encode, unlike `encodeURIComponent`. */
const encodedMarks = ['', "!'()*~", "!'()*", "!'()~"];

/** The secret in a URL, and in a form, which contains `+` instead of a space. */
function percentForms(secret: string): readonly string[] {
  const plain = encodeURIComponent(secret.toWellFormed());
  return encodedMarks
    .map((marks) => plain.replace(/[!'()*~]/g, (mark) => (marks.includes(mark) ? percent(mark) : mark)))
    .flatMap((text) => [text, text.replaceAll('%20', '+')])
    .flatMap((text) => [text, text.replace(/%../g, (encoded) => encoded.toLowerCase())]);
}

function percent(mark: string): string {
  return `%${hexOf(mark, 2).toUpperCase()}`;
}

function hexOf(unit: string, length: number): string {
  return unit.charCodeAt(0).toString(16).padStart(length, '0');
}
