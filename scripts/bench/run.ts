/**
 * `npm run bench` measures `inrgate serve` and the packages as they are built. Names select parts: `npm run bench --
 * requests memory`. `--against FOLDER` measures another built checkout in the same rounds. `--write` writes
 * docs/explanation/benchmarks.md from a run of all parts.
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { parts, type Row } from './measures.ts';
import { lineOf, pageOf } from './page.ts';
import type { Checkout } from './processes.ts';

const root = path.resolve(import.meta.dirname, '../..');
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { against: { type: 'string' }, write: { type: 'boolean', default: false } },
});
if (process.platform !== 'linux')
  throw new Error('the benchmarks read CPU time and memory from /proc of Linux');
const names = Object.keys(parts) as (keyof typeof parts)[];
const unknown = positionals.find((name) => !names.some((part) => part === name));
if (unknown !== undefined) throw new Error(`there is no part ${unknown}; the parts are ${names.join(', ')}`);
if (values.write && positionals.length > 0) throw new Error('--write needs a run of all parts');

const before = values.against === undefined ? [] : [{ name: 'before', folder: path.resolve(values.against) }];
const checkouts: readonly Checkout[] = [{ name: 'inrgate', folder: root }, ...before];
const commitOf = ({ folder }: Checkout) =>
  execFileSync('git', ['-C', folder, 'rev-parse', '--short=8', 'HEAD'], { encoding: 'utf8' }).trim();
const started = new Date();
const found = new Map<string, readonly Row[]>();
for (const name of names) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  console.log(`\n${name}`);
  const rows = await parts[name](checkouts);
  for (const row of rows) console.log(`  ${lineOf(row)}`);
  found.set(name, rows);
}
if (values.write)
  writeFileSync(
    path.join(root, 'docs/explanation/benchmarks.md'),
    pageOf(found, { started, before: before[0] === undefined ? null : commitOf(before[0]) }),
  );
