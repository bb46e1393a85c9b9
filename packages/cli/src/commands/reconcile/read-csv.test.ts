import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { FaultyFile } from '../../output/usage-error.ts';
import { readCsv } from './read-csv.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'inrgate-csv-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const columns = {
  known: ['mchOrderNo', 'amount', 'accountName', 'accountNumber'],
  needed: ['mchOrderNo', 'amount'],
};

function read(content: string | Buffer) {
  const file = path.join(folder, 'list.csv');
  writeFileSync(file, content);
  return readCsv(file, columns);
}

async function rowsOf(content: string | Buffer) {
  const { rows, misfits } = await read(content);
  expect(misfits).toEqual([]);
  return rows;
}

async function problemOf(content: string | Buffer): Promise<string> {
  const problem = await read(content).then(
    () => 'accepted',
    (error: Error) => `${error.name}: ${error.message}`,
  );
  return problem.replace(folder + path.sep, '');
}

test('a CSV row contains only its non-empty values, each under its column name', async () => {
  expect(await rowsOf('amount,mchOrderNo,accountName\n500.00,W-1,\n600.00,W-2,"Rao, Asha ""A"""\n')).toEqual([
    { line: 2, values: { amount: '500.00', mchOrderNo: 'W-1' } },
    { line: 3, values: { amount: '600.00', mchOrderNo: 'W-2', accountName: 'Rao, Asha "A"' } },
  ]);
});

test.each([
  ['line feeds', '\n'],
  ['Windows line endings', '\r\n'],
  ['old Mac line endings', '\r'],
])(
  'the CSV reader returns the line number where each row begins, even after blank lines and quoted line breaks: %s',
  async (_, end) => {
    const lines = [
      'mchOrderNo,amount,accountName',
      '',
      'W-1,500.00,"Asha',
      '',
      'Rao"',
      ',,',
      ' , ,',
      'W-2,500.00,B',
    ];
    const rows = await rowsOf(lines.join(end));
    expect(rows.map(({ line, values }) => [line, values['mchOrderNo'], values['accountName']])).toEqual([
      [3, 'W-1', 'Asha\n\nRao'],
      [8, 'W-2', 'B'],
    ]);
  },
);

test('the CSV reader removes a byte order mark from the first column name', async () => {
  const [row] = await rowsOf('\ufeffmchOrderNo,amount\nW-1,500.00');
  expect(row?.values).toEqual({ mchOrderNo: 'W-1', amount: '500.00' });
});

const header = 'mchOrderNo,amount,accountName';

test.each([
  ['an empty file', '', 'list.csv:1: the first line must name the columns. Required: mchOrderNo, amount'],
  ['a header without rows', `${header}\n\n`, 'list.csv contains a header but no rows. Add at least one row'],
  ['a blank first line', `\n${header}\nW-1,500.00,A`, 'list.csv:1: the first line must name the columns'],
  ['semicolons', 'mchOrderNo;amount\nW-1;500.00', 'list.csv:1: the values are separated by semicolons'],
  ['tabs', 'mchOrderNo\tamount\nW-1\t500.00', 'list.csv:1: the values are separated by tabs'],
  [
    'an unknown column',
    'mchOrderNo,amount,colour\nW-1,500.00,red',
    'list.csv:1: unknown column "colour". Allowed: mch',
  ],
  [
    'a column with another name',
    'mchOrderNo,Amount\nW-1,500.00',
    'unknown column "Amount". Did you mean amount?',
  ],
  [
    'a column with blanks',
    'mchOrderNo, amount\nW-1,500.00',
    'unknown column " amount". Did you mean amount?',
  ],
  [
    'a repeated column',
    'mchOrderNo,amount,amount\nW-1,500.00,600.00',
    'list.csv:1: the column amount is repeated. Remove one of the two columns',
  ],
  [
    'a column without a name',
    'mchOrderNo,amount,\nW-1,500.00,',
    'list.csv:1: the name of column 3 is empty. Name the column or remove it',
  ],
  ['a missing column', 'mchOrderNo\nW-1', 'list.csv:1: the column amount is missing'],
  [
    'an unclosed quote',
    `${header}\nW-1,5,A\nW-2,5,"A\nW-3,5,A\n`,
    'list.csv:3: a closing double quote is missing',
  ],
  [
    'characters after a quote',
    `${header}\nW-1,5,"A" B\n`,
    'list.csv:2: characters follow a closing double quote',
  ],
  ['a quote inside a value', `${header}\nW-1,5,A "B"\n`, 'list.csv:2: a value contains a double quote'],
  [
    'UTF-16',
    Buffer.from(`\ufeff${header}\nW-1,5,A`, 'utf16le'),
    'list.csv is encoded in UTF-16. Save the file as "CSV UTF-8',
  ],
  [
    'Latin 1',
    Buffer.from(`${header}\nW-1,5,A\nW-2,5,Jos\u00e9`, 'latin1'),
    'list.csv:3: the line is not valid UTF-8. Save the file as',
  ],
])('the CSV reader rejects %s with the line number', async (_case, content, expected) => {
  expect(await problemOf(content)).toContain(expected);
  expect(await problemOf(content)).toMatch(/^UsageError: list\.csv/);
});

test.each([
  ['a row in place of the header', 'W-1,500.00,Asha Rao,998877665544\n'],
  ['a row that does not fit the header', `mchOrderNo,colour\nW-1,500.00,Asha Rao,998877665544`],
  ['an unclosed quote', `${header}\nW-1,500.00,"Asha Rao 998877665544`],
  ['characters after a quote', `${header}\nW-1,500.00,"Asha Rao"998877665544`],
  ['a quote inside a value', `${header}\nW-1,500.00,Asha Rao 998877665544"`],
])(
  'a CSV error does not repeat values, because a value may be an account number: %s',
  async (_case, content) => {
    expect(await problemOf(content)).not.toMatch(/Asha|998877665544/);
  },
);

test('the CSV reader returns each row with the wrong number of columns separately, with its line and the reason', async () => {
  const { rows, misfits } = await read(
    `${header}\nW-1,500.00,A\nW-2,500.00\nW-3,500.00,Asha,Rao\nW-4\nW-5,500.00,E`,
  );
  expect(rows.map(({ line }) => line)).toEqual([2, 6]);
  const advice = 'Put a value that contains a comma in double quotes';
  expect(misfits).toEqual([
    { line: 3, reason: `the row contains 2 values, but the header contains 3 columns. ${advice}` },
    { line: 4, reason: `the row contains 4 values, but the header contains 3 columns. ${advice}` },
    { line: 5, reason: `the row contains one value, but the header contains 3 columns. ${advice}` },
  ]);
});

/** Returns the line of each issue in a file, with the first words of the issue. */
async function faultsOf(content: string): Promise<readonly string[]> {
  const error: unknown = await read(content).catch((problem: unknown) => problem);
  if (!(error instanceof FaultyFile)) throw error;
  return error.faults.map(({ line, reason }) => `${line} ${reason.split(' ').slice(0, 5).join(' ')}`);
}

test('the CSV reader reports the issues of a header together with the rows that have the wrong number of columns', async () => {
  const list = 'mchOrderNo,Amount,colour,,mchOrderNo\nW-1,500.00,red,,W-1\nW-2,500.00\n';
  expect(await faultsOf(list)).toEqual([
    '1 unknown column "Amount". Did you',
    '1 unknown column "colour". Allowed: mchOrderNo,',
    '1 the name of column 4',
    '1 the column mchOrderNo is repeated.',
    '3 the row contains 2 values,',
  ]);
  expect(await problemOf(list)).toBe('UsageError: list.csv has 5 issues');
});

test('the CSV reader reports the first row with a misplaced quote, and where a row of several lines begins', async () => {
  const lines = [header, 'W-2,5,"A', 'B"', 'W-4,5,"A', 'B" C', 'W-6,5', 'W-7,5,A "B"'];
  expect(await problemOf(lines.join('\n'))).toContain(
    'list.csv:5: characters follow a closing double quote. Inside quotes, write each double quote twice (the row ' +
      'begins on line 4)',
  );
});

test('the CSV reader does not use a data row as the header if the header is unreadable', async () => {
  expect(await faultsOf('mchOrderNo,"amount"x\nmchOrderNo,amount\n')).toEqual([
    '1 characters follow a closing double',
  ]);
});

test('the CSV reader reports a missing file or a folder in one sentence', async () => {
  await expect(readCsv(path.join(folder, 'absent.csv'), columns)).rejects.toThrow(
    /absent\.csv does not exist$/,
  );
  await expect(readCsv(folder, columns)).rejects.toThrow(/cannot be read \(EISDIR\)$/);
});
