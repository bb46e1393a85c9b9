import path from 'node:path';
import { languageShopContract } from './shop.contract.ts';
import { sqliteBooks } from './sqlite-books.ts';

const file = (name: string) => path.join(import.meta.dirname, '../../php', name);
/** Turns every message of PHP into an error. */
const php = ['php', '-d', 'display_errors=stderr', '-d', 'error_reporting=-1'] as const;

languageShopContract('php', {
  sign: () => [...php, file('sign.php')],
  pay: () => [...php, file('pay.php')],
  payout: () => [...php, file('payout.php')],
  callbacks: (port) => [
    'env',
    'PHP_CLI_SERVER_WORKERS=4',
    ...php,
    '-S',
    `127.0.0.1:${port}`,
    file('callbacks.php'),
  ],
  ready: /Development Server .* started/,
  books: sqliteBooks,
  endsStalled: false,
  endsHeaders: false,
});
