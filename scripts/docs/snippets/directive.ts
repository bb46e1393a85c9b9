/** Content of a comment before a fence: `<!-- run: background until "is listening" as gateway -->`. */
export interface Directive {
  /** Reason why the test does not run the snippet. */
  readonly not?: string;
  /** Reason why the test only compiles the snippet. */
  readonly compiledOnly?: string;
  /**
   * Runs the snippet in the background. The page continues after the program has printed a string or listens on a port.
   */
  readonly background?: { readonly until: string | number; readonly name: string };
  /** Name of the background program that printed this fence. */
  readonly outputOf?: string;
  /** Name of the background program to end at this point, as with Ctrl-C. */
  readonly stops?: string;
  /** Expected exit code. Default 0. */
  readonly exits?: number;
  /** Options that shorten the last command in `npm test`. `npm run test:long` runs the command as the page shows it. */
  readonly briefly?: string;
  /** Prompts in a terminal, in order, each with the response that the test types. */
  readonly asked?: readonly Answer[];
  /** File of the repository that contains these lines. Other tests run this file. */
  readonly from?: string;
  /** True if the page needs a running gateway at port 4300. */
  readonly withGateway?: boolean;
}

export interface Answer {
  /** Beginning of the prompt. */
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
  [/^briefly with (.+)$/, (briefly = '') => ({ briefly })],
  [/^asked "([^"]+)" types "([^"]*)"$/, (question = '', keys = '') => ({ asked: [{ question, keys }] })],
  [/^from (\S+)$/, (from = '') => ({ from })],
  [/^with a (?:new )?gateway$/, () => ({ withGateway: true })],
];

function background(until: string | number, name = 'background'): Directive {
  return { background: { until, name } };
}

/**
 * Parses a comment. Throws for an unknown directive. Semicolons separate directives, but a reason extends to the end.
 */
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
