import path from 'node:path';
import { languageShopContract } from './shop.contract.ts';
import { sqliteBooks } from './sqlite-books.ts';

const file = (name: string) => path.join(import.meta.dirname, '../../python', name);
/** Nothing is left beside the sources. */
const python = ['python3', '-B'] as const;

languageShopContract('python', {
  sign: () => [...python, file('sign.py')],
  pay: () => [...python, file('pay.py')],
  payout: () => [...python, file('payout.py')],
  callbacks: () => [...python, file('callbacks.py')],
  ready: /^waiting for callbacks/,
  books: sqliteBooks,
  endsStalled: true,
  endsHeaders: true,
});
