import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const read = (file: string) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');

/** Returns the ratios of the comparison with `name`, including the rows without a name below its row. */
function ratiosOf(name: string): ReadonlyMap<string, number> {
  const rows = read('docs/explanation/benchmarks.md')
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()));
  const first = rows.findIndex(([, what]) => what === name);
  const next = rows.findIndex(([, what], index) => index > first && what !== '');
  return new Map(rows.slice(first, next).map(([, , , peer = '', , ratio]) => [peer, Number(ratio)]));
}

const work = 'signed creates in memory over 10 connections, against';
const mocks = ratiosOf(`${work} other mock servers`);
const bare = ratiosOf(`${work} Express 5 with an MD5 and a Map`);

it.each([
  [/([\d.]+) times as many requests as Prism/, mocks, 'Prism'],
  [/([\d.]+) times as many as Mockoon/, mocks, 'Mockoon'],
  [/([\d.]+) times as many as emulate's Stripe/, mocks, 'emulate'],
  [/([\d.]+) times as many requests as bare Express/, bare, 'express'],
])('the README states %s within a sixth of the last measurement', (sentence, ratios, peer) => {
  const [, measured = 0] = [...ratios].find(([name]) => name.startsWith(peer)) ?? [];
  const told = Number(sentence.exec(read('README.md').replaceAll(/\s+/g, ' '))?.[1]);
  expect(told / measured).toBeGreaterThan(5 / 6);
  expect(told / measured).toBeLessThan(7 / 6);
});
