import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { defaultOrigin, demoCredentials } from '@inrgate/sdk/basics';
import { type Command, Option } from 'commander';
import { unwritable } from '../input/files.ts';
import { systemCodeOf } from '../output/usage-error.ts';
import { onCall } from '../session/session.ts';
import { java } from './init/java.ts';
import { node } from './init/node.ts';
import { php } from './init/php.ts';
import { python } from './init/python.ts';

const help = `
Writes two files to the current folder: .env with the keys of the demo merchant, and a complete callback endpoint. The
command does not change existing files. Without --language, inrgate detects the language, for example from composer.json or
pyproject.toml.

Examples:
  $ inrgate init
  $ inrgate init --language php`;

export function register(command: Command): void {
  command
    .addOption(new Option('--language <name>', 'language of the callback endpoint').choices(languages))
    .addHelpText('after', help);
  onCall<{ readonly language?: Language }>(command, async (session, { language = languageOf('.') }) => {
    const { output } = session;
    const [callbacks, credited] = ['http://127.0.0.1:3000/callbacks', 'http://127.0.0.1:3000/credited'];
    const { file, text, start } = starters[language];
    const baseUrl = session.local ? session.settings.baseUrl : `${defaultOrigin}/v3`;
    const environment = environmentOf(baseUrl);
    const files = { '.env': [environmentNote, ...environment, ''].join('\n'), [file]: text };
    const written = Object.entries(files).flatMap(([name, content]) => (wrote(name, content) ? [name] : []));
    const kept = Object.keys(files).filter((name) => !written.includes(name));
    output.data({ language, written, kept }, () =>
      [...written.map((name) => `wrote ${name}`), ...kept.map((name) => `kept the existing ${name}`)].join(
        '\n',
      ),
    );
    const missing = kept.includes('.env') ? missingIn(readFileSync('.env', 'utf8'), environment) : [];
    if (missing.length > 0) output.note('the endpoint reads these variables; add them to .env:', ...missing);
    const { origin, port } = new URL(baseUrl);
    output.note(
      'next, in separate terminals:',
      `  ${origin === defaultOrigin ? 'inrgate serve' : `inrgate serve --port ${port}`}`,
      `  ${start}`,
      `  ${session.commandLine('check', 'webhook', callbacks, '--probe', credited)}`,
    );
  });
}

/** Returns the lines whose variable a file does not set. */
function missingIn(text: string, lines: readonly string[]): readonly string[] {
  const set = new Set(text.split('\n').map((line) => line.split('=', 1)[0]?.trim()));
  return lines.filter((line) => !set.has(line.split('=', 1)[0]));
}

function wrote(name: string, content: string): boolean {
  try {
    writeFileSync(name, content, { flag: 'wx' });
    return true;
  } catch (cause) {
    if (systemCodeOf(cause) === 'EEXIST') return false;
    throw unwritable(name, cause);
  }
}

const languages = ['node', 'php', 'python', 'java'] as const;
type Language = (typeof languages)[number];

interface Starter {
  readonly file: string;
  readonly text: string;
  readonly start: string;
  /** Files that identify a project of this language. */
  readonly marks: readonly string[];
}

const starters: Readonly<Record<Language, Starter>> = {
  node: {
    file: 'callbacks.mjs',
    text: node,
    start: 'node --env-file=.env callbacks.mjs',
    marks: ['package.json'],
  },
  php: {
    file: 'callbacks.php',
    text: php,
    start: 'PHP_CLI_SERVER_WORKERS=4 php -S 127.0.0.1:3000 callbacks.php',
    marks: ['composer.json', 'index.php', 'wp-config.php'],
  },
  python: {
    file: 'callbacks.py',
    text: python,
    start: 'python3 callbacks.py',
    marks: ['pyproject.toml', 'requirements.txt', 'manage.py'],
  },
  java: {
    file: 'Callbacks.java',
    text: java,
    start: 'java Callbacks.java',
    marks: ['pom.xml', 'build.gradle', 'build.gradle.kts'],
  },
};

/** Projects of the other languages often contain a `package.json` too. */
function languageOf(folder: string): Language {
  const order = ['php', 'python', 'java', 'node'] as const;
  const found = order.find((language) =>
    starters[language].marks.some((mark) => existsSync(path.join(folder, mark))),
  );
  return found ?? 'node';
}

/** Lines of `.env` with the demo merchant of a gateway on this machine. */
function environmentOf(baseUrl: string): readonly string[] {
  return [
    `INRGATE_BASE_URL=${baseUrl}`,
    `INRGATE_LEGACY_BASE_URL=${new URL('/v1', baseUrl).href}`,
    `INRGATE_MCH_ID=${demoCredentials.mchId}`,
    `INRGATE_MCH_KEY=${demoCredentials.mchKey}`,
    `INRGATE_MCH_SECRET=${demoCredentials.mchSecret}`,
    'INRGATE_CALLBACK_URL=http://127.0.0.1:3000/callbacks',
  ];
}

const environmentNote =
  '# The mock gateway on this machine and its demo merchant. Production uses different keys. Never commit production keys.';
