import { readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { runProgram, temporaryFolder } from '../../../test/server-process.ts';
import { fileBooks } from './file-books.ts';
import { languageShopContract } from './shop.contract.ts';
import { run } from './shop.ts';

const sources = path.join(import.meta.dirname, '../../java');
let folder = '';
/**
 * Options for a fast start, because the start takes most of the time. The archive contains the classes that an earlier
 * run loaded.
 */
const java = (archive = '-XX:SharedArchiveFile') =>
  [
    'java',
    '-XX:TieredStopAtLevel=1',
    '-XX:+UseSerialGC',
    '-Xlog:disable',
    `${archive}=${path.join(folder, 'classes.jsa')}`,
    '-cp',
    path.join(folder, 'shop.jar'),
    'Shop',
  ] as const;

beforeAll(async () => {
  folder = await temporaryFolder('java');
  const files = readdirSync(sources).filter((name) => name.endsWith('.java'));
  await runProgram('javac', ['-Xlint:all,-serial', '-Werror', '-d', folder, ...files], { cwd: sources });
  await runProgram('jar', ['cf', 'shop.jar', '.'], { cwd: folder });
  // The gateway does not exist, so this run ends with an error. By this time, the program has loaded the HTTP client.
  const settings = { INRGATE_BASE_URL: 'http://127.0.0.1:1/v3', ORDERS: path.join(folder, 'orders') };
  const recorded = await run(java('-XX:ArchiveClassesAtExit'), ['pay', 'ORDER-1', '500.00'], settings);
  expect(recorded).toMatchObject({ code: 2 });
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
