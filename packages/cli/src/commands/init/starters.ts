import { existsSync } from 'node:fs';
import path from 'node:path';
import { demoCredentials } from '@inrgate/sdk/basics';
import { java } from './java.ts';
import { node } from './node.ts';
import { php } from './php.ts';
import { python } from './python.ts';

export const languages = ['node', 'php', 'python', 'java'] as const;
export type Language = (typeof languages)[number];

interface Starter {
  readonly file: string;
  readonly text: string;
  readonly start: string;
  /** Files that identify a project of this language. */
  readonly marks: readonly string[];
}

export const starters: Readonly<Record<Language, Starter>> = {
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
export function languageOf(folder: string): Language {
  const order = ['php', 'python', 'java', 'node'] as const;
  const found = order.find((language) =>
    starters[language].marks.some((mark) => existsSync(path.join(folder, mark))),
  );
  return found ?? 'node';
}

/** Lines of `.env` with the demo merchant of a gateway on this machine. */
export function environmentOf(baseUrl: string): readonly string[] {
  return [
    `INRGATE_BASE_URL=${baseUrl}`,
    `INRGATE_LEGACY_BASE_URL=${new URL('/v1', baseUrl).href}`,
    `INRGATE_MCH_ID=${demoCredentials.mchId}`,
    `INRGATE_MCH_KEY=${demoCredentials.mchKey}`,
    `INRGATE_MCH_SECRET=${demoCredentials.mchSecret}`,
    'INRGATE_CALLBACK_URL=http://127.0.0.1:3000/callbacks',
  ];
}

export const environmentNote =
  '# The mock gateway on this machine and its demo merchant. Production uses different keys. Never commit production keys.';
