import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Every file that advises a user to run a command. The examples of a command's own help are read from the help. */
const places = [
  'packages/{cli,mock-gateway,sdk}/src/**/*.ts',
  'packages/mock-gateway/dashboard/src/**/*.{ts,tsx}',
  'packages/*/README.md',
  'examples/*/README.md',
  'docs/**/*.md',
  '*.md',
];

/** The name of the gateway and its state are no commands. */
const gatewayName = /inrgate (?:(?:<small>)?mock gateway|is ready:)/g;

/** A line of prose that begins with the name of the product, for example `inrgate writes each row`. */
const prose = /^ *inrgate (?:is|and|(?!logs\b)[a-z]+s) (?=[a-z])/gm;

/** Stands for a value that is unknown before the program runs. */
export const unknown = 'VALUE';

/** A command that a text advises the user to run. */
export interface Advice {
  /** The file, and the line in it. */
  readonly where: string;
  /** The words after `inrgate`. */
  readonly words: readonly string[];
}

export interface Source {
  readonly file: string;
  readonly text: string;
}

/** The texts, without what only looks like a command, and without the page that is written from the commands. */
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

/** The examples of a help are in the source with what is put into them left open. */
function withoutExamples(text: string): string {
  return text.replaceAll(/\$ (?:(?!\$ |\\n)[^\n])*?inrgate (?:(?!\\n)[^\n])*/g, '');
}

/** Places of a command: in backticks, quotes, `<code>` or a page's comment, after a colon, and as the line of a shell. */
const forms: readonly RegExp[] = [
  /\\?`(?:docker exec [A-Z]+ )?inrgate(?<words> [^`\\]*)\\?`/g,
  /['"]inrgate(?<words> [^'"\n]*)['"]/g,
  /<!-- run: (?:background [^;\n]*; )?do (?:[A-Z_]+=\S+ )*inrgate(?<words> .*?) -->/g,
  /<code>inrgate(?<words> [^<]*)<\/code>/g,
  /: inrgate(?<words> (?:[^`'"\n;,]|'[^'\n]*')*)/g,
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

/** The text without what `adviceIn` finds in it. */
export function unfoundIn({ text }: Source): string {
  return forms.reduce((left, form) => left.replaceAll(form, ''), text);
}

/** As a shell would take them, up to a comment, a pipe or a redirection. */
function wordsOf(text: string): readonly string[] {
  const known = text
    .replaceAll('\\\n', ' ')
    .replaceAll(/\$\{(?:[^{}`]|\{[^{}]*\})*\}/g, unknown)
    // An expression that goes on after the text, as in a template within a template.
    .replace(/\$\{.*$/s, '')
    .replace(/ +(?:#|\||>).*$/s, '');
  const tokens = known.match(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g) ?? [];
  return tokens
    .map((token) => token.replaceAll(/['"]/g, ''))
    .map((token) => (/^[[{]/.test(token) ? unknown : (token.split('|')[0] ?? '').replace(/[).]+$/, '')))
    .filter((token) => token !== '…' && token !== '');
}

/**
 * Literal strings of a call in the source, with `unknown` for computed values. An argument that may be several is left
 * out.
 */
function argumentsOf(text: string): readonly string[] {
  return text
    .split(',')
    .map((argument) => argument.trim())
    .filter((argument) => argument !== '' && !argument.startsWith('...'))
    .map((argument) => /^'([^']*)'$/.exec(argument)?.[1] ?? unknown);
}
