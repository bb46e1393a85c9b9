import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkTarget, harmlessCell, resultFile, writeCsv } from './write-csv.ts';

let folder: string;
let target: { readonly file: string; readonly columns: readonly string[] };
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'inrgate-csv-'));
  target = { file: path.join(folder, 'result.csv'), columns: ['line', 'error'] };
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test.each([
  ['a.csv', 'a.result.csv'],
  [path.join('x', 'a.CSV'), path.join('x', 'a.result.CSV')],
  ['a.txt', 'a.txt.result.csv'],
  ['a', 'a.result.csv'],
])('the result file for %s is %s', (file, result) => {
  expect(resultFile(file, 'result')).toBe(result);
});

test('replacing a result file leaves only one file, which only its owner can read', async () => {
  writeCsv(target, [{ line: 2, error: 'a, "b"' }]);
  writeCsv(target, [{ line: 3 }]);
  expect(readFileSync(target.file, 'utf8')).toBe('line,error\n3,\n');
  expect(readdirSync(folder)).toEqual(['result.csv']);
  if (process.platform !== 'win32') expect(statSync(target.file).mode & 0o777).toBe(0o600);
});

test('a result file quotes special values and neutralizes spreadsheet formulas', async () => {
  writeCsv(target, [
    { line: 2, error: 'a, "b"' },
    { line: 3, error: '=1+1' },
    { line: 4, error: '-1' },
    { line: 5, error: '-2+3+cmd' },
    { line: 6, error: '-PAY/1#2' },
  ]);
  expect(readFileSync(target.file, 'utf8')).toBe(
    `line,error\n2,"a, ""b"""\n3,'=1+1\n4,-1\n5,'-2+3+cmd\n6,-PAY/1#2\n`,
  );
});

test('a result file replaces an earlier result file', async () => {
  await checkTarget(target);
  writeCsv(target, [{ line: 2 }]);
  await expect(checkTarget(target)).resolves.toBeUndefined();
});

test.each(['mchOrderNo,amount\nW-1,500.00\n', 'line,error,more\n', 'notes'])(
  'a result file does not overwrite a file with the content %j',
  async (content) => {
    writeFileSync(target.file, content);
    await expect(checkTarget(target)).rejects.toThrow(/exists and is not a result file of an earlier run/);
  },
);

test('the error for a missing result folder names the result file', async () => {
  const file = path.join(folder, 'absent', 'result.csv');
  await expect(checkTarget({ ...target, file })).rejects.toThrow(/result\.csv cannot be written \(ENOENT\)/);
  expect(() => writeCsv({ ...target, file }, [])).toThrow(/result\.csv cannot be written \(ENOENT\)/);
  expect(readdirSync(folder)).toEqual([]);
});

test.each(['=1+1', '+1', '@SUM(A1)', '\t=1', '\r=1', '-1+1', '-cmd|x', "-2+3+'a'"])(
  'a CSV cell with %j begins with an apostrophe',
  (text) => {
    expect(harmlessCell(text)).toBe(`'${text}`);
  },
);

test.each(['', 'ORDER-1', '500.00', '-500.00', '-ORDER_1', '-a.b:c/d#e', 'a=1'])(
  'a CSV cell with %j is unchanged',
  (text) => {
    expect(harmlessCell(text)).toBe(text);
  },
);
