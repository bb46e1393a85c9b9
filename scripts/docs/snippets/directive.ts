/** Content of a comment before a fence: `<!-- run: background until "is listening" as gateway -->`. */
export interface Directive {
  /** Why it is not run. */
  readonly not?: string;
  /** Why it is compiled and not run. */
  readonly compiledOnly?: string;
  /** It goes on beside what follows, once it has printed a text or listens at a port. */
  readonly background?: { readonly until: string | number; readonly name: string };
  /** It is what a fence in the background has printed. */
  readonly outputOf?: string;
  /** A program in the background that ends here, as with Ctrl-C. */
  readonly stops?: string;
  /** The exit code that it ends with; 0 when left out. */
  readonly exits?: number;
  /** Its questions in a terminal, in order, and the typed responses. */
  readonly asked?: readonly Answer[];
  /** A file of the repository that has these lines, and tests of its own. */
  readonly from?: string;
  /** Of the page: a gateway runs from here on, at port 4300. */
  readonly withGateway?: boolean;
}

/** Typed text, before Enter, once a question is shown. */
export interface Answer {
  /** Its beginning. */
  readonly question: string;
  readonly keys: string;
}

type Reading = readonly [pattern: RegExp, read: (...groups: string[]) => Directive];

const readings: readonly Reading[] = [
  [/^not, because (.+)$/s, (not = '') => ({ not })],
  [/^compiled only, because (.+)$/s, (compiledOnly = '') => ({ compiledOnly })],
  [/^background until "([^"]+)"(?: as (\S+))?$/, (until = '', name) => background(until, name)],
  [/^background until port (\d+)(?: as (\S+))?$/, (port, name) => background(Number(port), name)],
  [/^output of (\S+)$/, (outputOf = '') => ({ outputOf })],
  [/^stop (\S+)$/, (stops = '') => ({ stops })],
  [/^exits (\d+)$/, (code) => ({ exits: Number(code) })],
  [/^asked "([^"]+)" types "([^"]*)"$/, (question = '', keys = '') => ({ asked: [{ question, keys }] })],
  [/^from (\S+)$/, (from = '') => ({ from })],
  [/^with a gateway$/, () => ({ withGateway: true })],
];

function background(until: string | number, name = 'background'): Directive {
  return { background: { until, name } };
}

/** Throws when it is none that is known. Several are separated by semicolons; a reason goes to the end. */
export function readDirective(text: string): Directive {
  const reason = /(?:^|; )((?:not|compiled only), because .*)$/s.exec(text);
  const rest = reason === null ? text : text.slice(0, reason.index);
  const parts = [...rest.split('; '), reason?.[1] ?? '']
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const read = parts.map(readPart);
  const asked = read.flatMap((part) => part.asked ?? []);
  return Object.assign({}, ...read, asked.length > 0 && { asked });
}

function readPart(part: string): Directive {
  for (const [pattern, read] of readings) {
    const found = pattern.exec(part);
    if (found !== null) return read(...found.slice(1));
  }
  throw new Error(
    `unknown directive "run: ${part}". CONTRIBUTING.md lists the directives under "Pages and their snippets"`,
  );
}
