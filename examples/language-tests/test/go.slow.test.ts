import { rm } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { runProgram, temporaryFolder } from '../../../test/server-process.ts';
import { fileBooks } from './file-books.ts';
import { languageShopContract } from './shop.contract.ts';

let folder = '';
const shop = () => path.join(folder, 'shop');

beforeAll(async () => {
  folder = await temporaryFolder('go');
  await runProgram('go', ['build', '-o', shop(), '.'], { cwd: path.join(import.meta.dirname, '../../go') });
}, 300_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

languageShopContract('go', {
  sign: () => [shop(), 'sign'],
  pay: () => [shop(), 'pay'],
  payout: () => [shop(), 'payout'],
  callbacks: () => [shop(), 'callbacks'],
  ready: /^waiting for callbacks/,
  books: fileBooks,
  endsStalled: true,
  endsHeaders: true,
});
