import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Files that advise users to run a command. The examples of a command come from its help. */
const places = [
  'packages/{cli,mock-gateway,sdk}/src/**/*.ts',
  'packages/mock-gateway/dashboard/src/**/*.{ts,tsx}',
  'packages/*/README.md',
  'examples/*/README.md',
  'docs/**/*.md',
  '*.md',
];

/** Matches phrases that contain the gateway's name and are not commands. */
const gatewayName = /inrgate (?:(?:<small>)?mock gateway|is ready:)/g;

/** Matches a line of prose that begins with the product's name, for example `inrgate writes each row`. */
const prose = /^ *inrgate (?:is|and|(?!logs\b)[a-z]+s) (?=[a-z])/gm;

/** Placeholder for a value that only the running program can determine. */
export const unknown = 'VALUE';

export interface Advice {
  /** File and line. */
  readonly where: string;
  /** The words after `inrgate`. */
  readonly words: readonly string[];
}

export interface Source {
  readonly file: string;
  readonly text: string;
}

/**
 * Returns the texts that can contain advice. Excludes phrases that are not commands, and the page that is generated
 * from the commands.
 */
export function sources(): readonly Source[] {
  return globSync(places, { cwd: root, exclude: ['docs/reference/api/**', 'docs/reference/commands.md'] })
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .map((file) => {
      const text = readFileSync(path.join(root, file), 'utf8')
        .replaceAll(gatewayName, '')
        .replaceAll(prose, '');
      return { file, text: file.endsWith('.md') ? text : withoutExamples(text) };
    });
}

/** Removes the examples of a help, because in the source they contain placeholders. */
function withoutExamples(text: string): string {
  return text.replaceAll(/\$ (?:(?!\$ |\\n)[^\n])*?inrgate (?:(?!\\n)[^\n])*/g, '');
}

/**
 * Patterns of places where a command can occur: backticks, quotes, `<code>`, a comment of a page, after a colon, or a
 * line of a shell.
 */
const forms: readonly RegExp[] = [
  /\\?`(?:docker exec [A-Z]+ )?inrgate(?<words> [^`\\]*)\\?`/g,
  /['"]inrgate(?<words> [^'"\n]*)['"]/g,
  /<!-- run: (?:background [^;\n]*; )?do (?:[A-Z_]+=\S+ )*inrgate(?<words> .*?) -->/g,
  /<code>inrgate(?<words> [^<]*)<\/code>/g,
  /: inrgate(?<words> (?:[^`'"\n;,]|'[^'\n]*')*)/g,
  /^ {4}- inrgate(?<words> [^\n]*)$/gm,
  /^ *(?:\$ )?(?:npx |again +|docker compose exec gateway |[^\n`#]*(?:\| |\$\()|[A-Z_]+=\$\([^\n]*\) )?inrgate(?<words> (?:\\\n|[^\n])*)$/gm,
];

/** `session.commandLine('mock', 'resend', number)`. */
const call = /commandLine\(\s*(?<args>'(?:[^()]|\([^()]*\))*)\)/g;

export function adviceIn({ file, text }: Source): readonly Advice[] {
  const spoken = forms.flatMap((form) =>
    [...text.matchAll(form)].map(({ index, groups }) => ({ index, words: wordsOf(groups?.['words'] ?? '') })),
  );
  const built = [...text.matchAll(call)].map(({ index, groups }) => ({
    index,
    words: argumentsOf(groups?.['args'] ?? ''),
  }));
  return [...spoken, ...built]
    .filter(({ words }) => words.length > 0)
    .map(({ index, words }) => ({ where: `${file}:${text.slice(0, index).split('\n').length}`, words }));
}

/** Returns the text without the commands that `adviceIn` finds. */
export function unfoundIn({ text }: Source): string {
  return forms.reduce((left, form) => left.replaceAll(form, ''), text);
}

/** Splits words as a shell does, up to a comment, a pipe or a redirection. */
function wordsOf(text: string): readonly string[] {
  const known = text
    .replaceAll('\\\n', ' ')
    .replaceAll(/\$\{(?:[^{}`]|\{[^{}]*\})*\}/g, unknown)
    // Remove an expression after the string, for example in a nested template.
    .replace(/\$\{.*$/s, '')
    .replaceAll(/('[^']*'|"[^"]*")| +(?:#|\||>).*$/gs, (_all, quoted: string | undefined) => quoted ?? '');
  const tokens = known.match(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g) ?? [];
  return tokens
    .map((token) => token.replaceAll(/['"]/g, ''))
    .map((token) => (/^[[{]/.test(token) ? unknown : (token.split('|')[0] ?? '').replace(/[).]+$/, '')))
    .filter((token) => token !== '…' && token !== '');
}

/**
 * Returns the literal arguments of a call in the source. Replaces computed values with `unknown`, and omits spread
 * arguments.
 */
function argumentsOf(text: string): readonly string[] {
  return text
    .split(',')
    .map((argument) => argument.trim())
    .filter((argument) => argument !== '' && !argument.startsWith('...'))
    .map((argument) => /^'([^']*)'$/.exec(argument)?.[1] ?? unknown);
}
