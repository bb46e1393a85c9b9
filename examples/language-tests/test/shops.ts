/** The example shops. */
import { readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { hasRuntimes, type RuntimeName } from '../../../test/runtimes.ts';
import { runProgram, temporaryFolder } from '../../../test/server-process.ts';
import { fileBooks } from './file-books.ts';
import { resident } from './resident.ts';
import type { Command, LanguageShop, Resident, Size } from './shop.ts';
import { sqliteBooks } from './sqlite-books.ts';

const file = (name: string) => path.join(import.meta.dirname, '../..', name);

/** Make PHP report every message as an error. */
const php = ['php', '-d', 'display_errors=stderr', '-d', 'error_reporting=-1'] as const;

/** Start PHP's server with several processes, because one process handles only one request at a time. */
export const phpServer = (port: number, script: string) =>
  ['env', 'PHP_CLI_SERVER_WORKERS=4', ...php, '-S', `127.0.0.1:${port}`, file(script)] as const;

export const phpShop: LanguageShop = {
  program: () => php,
  words: (name) => [file(`php/${name}.php`)],
  callbacks: (port) => phpServer(port, 'php/callbacks.php'),
  ready: /Development Server .* started/,
  books: sqliteBooks,
  endsStalled: false,
  endsHeaders: false,
};

/** Write no files next to the sources. */
const python = ['python3', '-B'] as const;

export const pythonShop = (size: Size): LanguageShop => ({
  program: () => python,
  words: (name) => [file(`python/${name}.py`)],
  resident:
    size === 'small' ? resident(() => [...python, path.join(import.meta.dirname, 'commands.py')]) : undefined,
  callbacks: () => [...python, file('python/callbacks.py')],
  ready: /^waiting for callbacks/,
  books: sqliteBooks,
  endsStalled: true,
  endsHeaders: true,
});

/** Returns the folder of the compiled shop, which exists until the end of the test file. */
function compiled(language: RuntimeName, compile: (folder: string) => Promise<void>): () => string {
  let folder = '';
  if (!hasRuntimes(language)) return () => folder;
  beforeAll(async () => {
    folder = await temporaryFolder(language);
    await compile(folder);
  }, 300_000);
  afterAll(() => rm(folder, { recursive: true, force: true }));
  return () => folder;
}

/** Describes a shop that is one program with a command for each task. */
const oneProgram = (program: () => Command, runner?: Resident): LanguageShop => ({
  program,
  words: (name) => [name],
  resident: runner,
  callbacks: () => [...program(), 'callbacks'],
  ready: /^waiting for callbacks/,
  books: fileBooks,
  endsStalled: true,
  endsHeaders: true,
});

/** Compiles the shop in Go before the tests of the file. */
export function goShop(): LanguageShop {
  const folder = compiled('go', async (target) => {
    await runProgram('go', ['build', '-o', path.join(target, 'shop'), '.'], { cwd: file('go') });
  });
  return oneProgram(() => [path.join(folder(), 'shop')]);
}

/** Options for a fast start, because the start takes most of the time. The tests use no TLS. */
const java = (folder: string, main: string): Command => [
  'java',
  '-XX:TieredStopAtLevel=1',
  '-XX:+UseSerialGC',
  '-Djavax.net.ssl.trustStore=NONE',
  '-cp',
  folder,
  main,
];

/** Compiles the shop in Java before the tests of the file. */
export function javaShop(size: Size): LanguageShop {
  const folder = compiled('java', async (target) => {
    const cwd = file('java');
    const files = readdirSync(cwd).filter((name) => name.endsWith('.java'));
    const fast = ['-J-XX:TieredStopAtLevel=1', '-J-XX:+UseSerialGC'];
    const commands = path.join(import.meta.dirname, 'Commands.java');
    const lint = ['-Xlint:all,-serial', '-Werror'];
    await runProgram('javac', [...fast, ...lint, '-d', target, ...files, commands], { cwd });
  });
  const runner = size === 'small' ? resident(() => java(folder(), 'Commands')) : undefined;
  return oneProgram(() => java(folder(), 'Shop'), runner);
}
