import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Journal } from './journal.ts';
import type { PayoutRow } from './rows.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'inrgate-journal-'));
  file = path.join(folder, 'a.csv.journal');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const payer = { baseUrl: 'http://127.0.0.1:4300/v3', mchId: 'SHOP1' };
const created = {
  event: 'created',
  orderNo: 'WD1',
  status: 'pending',
  fee: '75.00',
  totalDebit: '1075.00',
  createdAt: '2026-11-21T10:00:00+05:30',
} as const;

function row(mchOrderNo: string, accountNumber = '001234567890'): PayoutRow {
  const values = { mchOrderNo, amount: '1000.00', accountNumber, accountName: 'Asha Rao' };
  const params = { mchOrderNo, amount: '1000.00', upiId: 'asha@ok' };
  return { line: 2, mchOrderNo, amount: 100_000n, payType: 'bank', params, values };
}

/** Opens the journal again and returns it. */
async function reopened(): Promise<Journal> {
  const journal = await Journal.open(file, payer);
  await journal.close();
  return journal;
}

test.each(['refused', 'not_sent'] as const)(
  'a row that is %s after an attempt with an unknown outcome stays open until its payout is found',
  async (event) => {
    const journal = await Journal.open(file, payer);
    await journal.intend(row('W-1'));
    await journal.answer(row('W-1'), { event: 'unknown', error: 'TimeoutError' });
    const isOpen = () => journal.states.get('W-1')?.open;
    for (let run = 0; run < 2; run++) {
      await journal.intend(row('W-1'));
      await journal.answer(row('W-1'), { event, error: 'ifsc_invalid' });
      expect(isOpen()).toBe(true);
    }
    await journal.intend(row('W-1'));
    await journal.answer(row('W-1'), created);
    expect(isOpen()).toBe(false);
    await journal.close();
  },
);

test('a journal stores each sent row and its outcome', async () => {
  const journal = await Journal.open(file, payer);
  await journal.intend(row('W-1'));
  await journal.answer(row('W-1'), created);
  await journal.intend(row('W-2'));
  await journal.intend(row('W-3'));
  await journal.answer(row('W-3'), { event: 'refused', error: 'ifsc_invalid' });
  await journal.intend(row('W-4'));
  await journal.answer(row('W-4'), { event: 'unknown', error: 'TimeoutError' });
  await journal.close();
  const { states } = await reopened();
  expect(states).toEqual(journal.states);
  expect([...states].map(([number, { open, answer }]) => [number, open, answer?.event])).toEqual([
    ['W-1', false, 'created'],
    ['W-2', true, undefined],
    ['W-3', false, 'refused'],
    ['W-4', true, 'unknown'],
  ]);
});

test('the journal file contains an entry when `intend` resolves', async () => {
  const journal = await Journal.open(file, payer);
  await journal.intend(row('W-1'));
  expect(readFileSync(file, 'utf8').split('\n')).toHaveLength(3);
  await journal.close();
});

test('a journal is readable only by its owner and contains no personal data', async () => {
  const journal = await Journal.open(file, payer);
  await journal.intend(row('W-1'));
  await journal.close();
  if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(file, 'utf8')).not.toMatch(/001234567890|Asha/);
});

test('a row has the same digest in every run and column order unless its values change', async () => {
  const journal = await Journal.open(file, payer);
  await journal.intend(row('W-1'));
  await journal.close();
  const again = await reopened();
  const { values } = row('W-1');
  const digest = again.states.get('W-1')?.digest;
  expect(again.digest(Object.fromEntries(Object.entries(values).reverse()))).toBe(digest);
  expect(again.digest(row('W-1', '001234567891').values)).not.toBe(digest);
});

test('a row has a different digest in each journal', async () => {
  const other = await Journal.open(path.join(folder, 'b.journal'), payer);
  const journal = await Journal.open(file, payer);
  expect(other.digest(row('W-1').values)).not.toBe(journal.digest(row('W-1').values));
  await Promise.all([other.close(), journal.close()]);
});

test('a journal drops a truncated entry and writes the next entry on a new line', async () => {
  const journal = await Journal.open(file, payer);
  await journal.intend(row('W-1'));
  await journal.close();
  const whole = readFileSync(file, 'utf8');
  for (const torn of ['{', '{"event":"created","mchOrderNo":"W-1"', '{"event":"intent"}']) {
    writeFileSync(file, whole + torn);
    const next = await Journal.open(file, payer);
    expect([...next.states.keys()]).toEqual(['W-1']);
    await next.answer(row('W-1'), created);
    await next.close();
    expect((await reopened()).states.get('W-1')?.answer).toEqual({
      ...created,
      at: expect.any(String),
      mchOrderNo: 'W-1',
    });
  }
});

test.each([1, 10, 40])(
  'a journal rewrites a header truncated after %d bytes, because nothing was sent',
  async (length) => {
    const journal = await Journal.open(file, payer);
    await journal.intend(row('W-1'));
    await journal.close();
    writeFileSync(file, readFileSync(file, 'utf8').slice(0, length));
    const next = await Journal.open(file, payer);
    await next.intend(row('W-2'));
    await next.close();
    expect([...(await reopened()).states.keys()]).toEqual(['W-2']);
  },
);

test('an import that sent nothing leaves no journal', async () => {
  await reopened();
  expect(existsSync(file)).toBe(false);
});

test.each([
  ['another merchant', { ...payer, mchId: 'SHOP2' }],
  ['another gateway', { ...payer, baseUrl: 'https://gateway.example/v3' }],
])('an import for %s cannot use the journal', async (_case, other) => {
  const journal = await Journal.open(file, payer);
  await journal.intend(row('W-1'));
  await journal.close();
  await expect(Journal.open(file, other)).rejects.toThrow('belongs to merchant SHOP1 at http://127.0.0.1');
});

test.each([
  ['notes', 'buy milk\n', 1],
  ['notes without a line end', 'buy milk', 1],
  ['the header of another version', '{"journal":"inrgate payout import","version":2}\n', 1],
])(
  'the import rejects a journal file with %s and leaves the file unchanged',
  async (_case, content, line) => {
    writeFileSync(file, content);
    await expect(Journal.open(file, payer)).rejects.toThrow(
      `journal:${line}: the file is not a payout import journal`,
    );
    expect(readFileSync(file, 'utf8')).toBe(content);
  },
);

test('the error for a damaged journal names the damaged line', async () => {
  const journal = await Journal.open(file, payer);
  await journal.intend(row('W-1'));
  await journal.close();
  appendFileSync(file, '{"event":"cre\n');
  await expect(Journal.open(file, payer)).rejects.toThrow(
    'journal:3: the file is not a payout import journal, or the journal is damaged',
  );
});
