import { readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { runProgram, temporaryFolder } from '../../../test/server-process.ts';
import { fileBooks } from './file-books.ts';
import { languageShopContract } from './shop.contract.ts';

const sources = path.join(import.meta.dirname, '../../java');
let folder = '';
/** Options for a fast start, which takes most of the time. */
const java = () => ['java', '-XX:TieredStopAtLevel=1', '-Xshare:auto', '-cp', folder, 'Shop'] as const;

beforeAll(async () => {
  folder = await temporaryFolder('java');
  const files = readdirSync(sources).filter((name) => name.endsWith('.java'));
  await runProgram('javac', ['-Xlint:all,-serial', '-Werror', '-d', folder, ...files], { cwd: sources });
}, 300_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

languageShopContract('java', {
  sign: () => [...java(), 'sign'],
  pay: () => [...java(), 'pay'],
  payout: () => [...java(), 'payout'],
  callbacks: () => [...java(), 'callbacks'],
  ready: /^waiting for callbacks/,
  books: fileBooks,
  endsStalled: true,
  endsHeaders: true,
});
