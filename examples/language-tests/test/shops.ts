/** The example shops in PHP and Python. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import type { LanguageShop } from './shop.ts';
import { sqliteBooks } from './sqlite-books.ts';

const file = (name: string) => path.join(import.meta.dirname, '../..', name);

/** Make PHP report every message as an error. */
const php = ['php', '-d', 'display_errors=stderr', '-d', 'error_reporting=-1'] as const;

/** Start PHP's server with several processes, because one process handles only one request at a time. */
export const phpServer = (port: number, script: string) =>
  ['env', 'PHP_CLI_SERVER_WORKERS=4', ...php, '-S', `127.0.0.1:${port}`, file(script)] as const;

export const phpShop: LanguageShop = {
  sign: () => [...php, file('php/sign.php')],
  pay: () => [...php, file('php/pay.php')],
  payout: () => [...php, file('php/payout.php')],
  callbacks: (port) => phpServer(port, 'php/callbacks.php'),
  ready: /Development Server .* started/,
  books: sqliteBooks,
  endsStalled: false,
  endsHeaders: false,
};

/** Find the interpreter itself, because the shim of a version manager starts a shell each time. */
const interpreter = () =>
  spawnSync('python3', ['-c', 'import sys; print(sys.executable)'], { encoding: 'utf8' }).stdout?.trim() ||
  'python3';
/** Write no files next to the sources. */
const python = [interpreter(), '-B'] as const;

export const pythonShop: LanguageShop = {
  sign: () => [...python, file('python/sign.py')],
  pay: () => [...python, file('python/pay.py')],
  payout: () => [...python, file('python/payout.py')],
  callbacks: () => [...python, file('python/callbacks.py')],
  ready: /^waiting for callbacks/,
  books: sqliteBooks,
  endsStalled: true,
  endsHeaders: true,
};
