import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { languageShopContract } from './shop.contract.ts';
import { sqliteBooks } from './sqlite-books.ts';

const file = (name: string) => path.join(import.meta.dirname, '../../python', name);
/** The interpreter itself, because a version manager's shim runs a shell at each start. */
const interpreter = () =>
  spawnSync('python3', ['-c', 'import sys; print(sys.executable)'], { encoding: 'utf8' }).stdout?.trim() ||
  'python3';
/** Leaves no files beside the sources. */
const python = [interpreter(), '-B'] as const;

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
