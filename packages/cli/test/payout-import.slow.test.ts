import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { devNull, tmpdir } from 'node:os';
import path from 'node:path';
import { createMockGateway, type MockGateway } from '@inrgate/mock-gateway';
import { parse } from 'csv-parse/sync';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { inProcess } from './in-process.ts';
import { command, type Ended, environment } from './inrgate.ts';
import { terminal } from './terminal.ts';

let gateway: MockGateway;
let folder: string;
let env: Readonly<Record<string, string>>;

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'inrgate-import-'));
  gateway = await createMockGateway();
  const { baseUrl } = await gateway.listen({ port: 0 });
  env = { INRGATE_BASE_URL: baseUrl, INRGATE_MCH_ID: 'DEMO1001', INRGATE_MCH_SECRET: 'demo-mch-secret' };
});
afterEach(async () => {
  await gateway.close();
  rmSync(folder, { recursive: true, force: true });
});

const header = 'mchOrderNo,amount,upiId';

/** Writes a file of payouts. The order numbers are W-2, W-3 …, by line. */
function file(...amounts: readonly string[]): string {
  const rows = amounts.map((amount, index) => `W-${index + 2},${amount},payee${index + 2}@okbank`);
  return write([header, ...rows].join('\r\n'));
}

function write(content: string): string {
  const target = path.join(folder, 'a.csv');
  writeFileSync(target, content);
  return target;
}

function run(...args: readonly string[]): Promise<Ended> {
  return inProcess(['payout', 'import', ...args], env);
}

function result(name = 'a.result.csv'): readonly Record<string, string>[] {
  return parse(readFileSync(path.join(folder, name)), { columns: true });
}

async function withdrawn(): Promise<readonly string[]> {
  const { items } = await gateway.payouts.list();
  return items.map(({ mchOrderNo }) => mchOrderNo).reverse();
}

test('the import sends every row once and records the outcome, even in two runs', async () => {
  const list = write(
    [
      'amount,mchOrderNo,payType,bankCode,accountName,accountNumber,ifsc,upiId,usdtAddress',
      '1000.00,W-2,,HDFC Bank,"Rao, Asha",001234567890,HDFC0001234,,',
      '500.00,W-3,upi,,,,,ravi@okaxis,',
      '600.00,W-4,,,,,,,TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
    ].join('\n'),
  );
  const { code, stdout, stderr } = await run(list, '--yes');
  expect(code).toBe(0);
  expect(stderr).toMatch(
    /rows +3\n +amount +2100\.00\n +fees +166\.50\n +total debit +2266\.50\n +balance +100000\.00\n/,
  );
  expect(stdout).toContain('3  payouts created');
  expect(stdout).toContain(`Result file: ${path.join(folder, 'a.result.csv')}`);
  const { items } = await gateway.payouts.list();
  expect(result()).toEqual(
    items.reverse().map(({ mchOrderNo, orderNo, fee, totalDebit }, index) => ({
      mchOrderNo,
      line: String(index + 2),
      outcome: 'created',
      orderNo,
      status: 'pending',
      fee,
      totalDebit,
      error: '',
    })),
  );
  const again = await run(list);
  expect(again).toMatchObject({ code: 0, stderr: '' });
  const nothing = 'Every row was already sent. The import is complete.\n\n';
  expect(again.stdout).toBe(stdout.replace('Result file:', `${nothing}Result file:`));
  expect(JSON.parse((await run(list, '--json')).stdout)).toMatchObject({ sent: 0, left: 0, next: null });
  expect(await withdrawn()).toEqual(['W-2', 'W-3', 'W-4']);
});

test('the import writes no account number, UPI ID or key to an output or to another file', async () => {
  const list = write(
    [
      `${header},bankCode,accountName,accountNumber,ifsc`,
      'W-2,1000.00,,HDFC Bank,Asha Rao,998877665544,HDFC0001234',
      'W-3,1000.00,asha@@okbank,,,,',
      'W-4,1000.00,,HDFC Bank,Asha Rao,9.98878E+11,HDFC0001234',
      'W-5,100.00,asha@okbank,,,,',
    ].join('\n'),
  );
  const runs = [
    await run(list),
    await run(list, '--skip-invalid', '--yes'),
    await run(list, '--skip-invalid', '--json'),
  ];
  const files = readdirSync(folder).filter((name) => name !== 'a.csv');
  expect(files.sort()).toEqual(['a.csv.journal', 'a.result.csv']);
  const texts = [
    ...runs.flatMap(({ stdout, stderr }) => [stdout, stderr]),
    ...files.map((name) => readFileSync(path.join(folder, name), 'utf8')),
  ];
  for (const text of texts) expect(text).not.toMatch(/asha|998877665544|9\.98878|okbank|demo-mch-secret/i);
  if (process.platform === 'win32') return;
  for (const name of files) expect(statSync(path.join(folder, name)).mode & 0o777).toBe(0o600);
});

test('the import sends no payout if a row is invalid, and reports every invalid row with its line', async () => {
  const list = file('1000.00', '500', '1,000.00'.replace(',', ''), '100.00');
  const { code, stdout, stderr } = await run(list, '--yes');
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toBe(
    `error: ${list}: 2 rows cannot be paid, so nothing was sent\n` +
      '  line 3: amount requires two decimals. Example: 500.00\n' +
      '  line 5: amount is outside 500.00 to 200000.00. If your account uses other limits, set --min and --max\n' +
      'Fix these rows, or use --skip-invalid.\n',
  );
  const json = await run(list, '--yes', '--json');
  expect(JSON.parse(json.stderr)).toMatchObject({
    error: 'invalid_rows',
    rows: [
      { line: 3, column: 'amount' },
      { line: 5, column: 'amount' },
    ],
  });
  expect(await withdrawn()).toEqual([]);
  expect(readdirSync(folder)).toEqual(['a.csv']);
});

test('the import with --skip-invalid pays the remaining rows', async () => {
  const list = file('1000.00', '500', '600.00');
  const { code, stdout } = await run(list, '--yes', '--skip-invalid');
  expect(code).toBe(0);
  expect(stdout).toMatch(/3 +W-3 +invalid +amount requires two decimals/);
  expect(await withdrawn()).toEqual(['W-2', 'W-4']);
  expect(result().map(({ outcome }) => outcome)).toEqual(['created', 'invalid', 'created']);
});

test('the import does not report a paid row as skipped', async () => {
  const list = file('1000.00', '600.00');
  await run(list, '--yes');
  const { code, stderr } = await run(list, '--yes', '--skip-invalid', '--min', '700.00');
  expect({ code, stderr }).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('a.csv:3: W-3 was already sent'),
  });
  expect(result().map(({ outcome }) => outcome)).toEqual(['created', 'created']);
});

test('the import treats a row as unknown if an earlier version recorded a rejection after a lost response', async () => {
  const list = file('1000.00', '600.00');
  await run(list, '--yes');
  const [header, first, , second] = readFileSync(`${list}.journal`, 'utf8').split('\n');
  const rejected = (mchOrderNo: string) =>
    JSON.stringify({ event: 'refused', mchOrderNo, at: '', error: 'upi_invalid' });
  const entries = [header, first, rejected('W-2'), second, second, rejected('W-3'), ''];
  writeFileSync(`${list}.journal`, entries.join('\n'));
  // The run must stop before this row.
  const action = { kind: 'status', status: 403, error: 'account_suspended' } as const;
  gateway.faults.add({ endpoint: '*', mchOrderNo: 'W-2', phase: 'before', action });
  expect((await run(list, '--yes')).code).toBe(3);
  expect(result().map(({ outcome }) => outcome)).toEqual(['refused', 'unknown']);
});

test.each([
  ['a missing file', () => path.join(folder, 'absent.csv'), 'absent.csv does not exist'],
  [
    'a malformed file',
    () => write(`${header}\nW-2,500.00\n`),
    'line 2: the row contains 2 values, but the header contains 3',
  ],
  [
    'an unknown column',
    () => write(`${header},note\nW-2,500.00,a@okbank,x\n`),
    'a.csv:1: unknown column "note"',
  ],
])('the import exits with code 2 for %s', async (_case, list, expected) => {
  const { code, stdout, stderr } = await run(list(), '--yes');
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(expected);
});

test('the import without a terminal and without --yes sends nothing and shows its plan', async () => {
  const { code, stdout, stderr } = await run(file('1000.00'));
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(
    /total debit +1075\.00[\s\S]*the confirmation requires a terminal. To send without confirmation, use --yes/,
  );
  expect(await withdrawn()).toEqual([]);
  expect(readdirSync(folder)).toEqual(['a.csv']);
});

test('the import asks for confirmation, with no as the default', async () => {
  const list = file('1000.00');
  const asked = terminal(['payout', 'import', list, '--quiet'], env);
  await asked.shows('total debit  1075.00');
  await asked.shows('Send one payout, 1075.00 INR with fees?');
  asked.type('\r');
  expect(await asked.ended).toMatchObject({
    code: 2,
    text: expect.stringContaining('cancelled before the first payout'),
  });
  expect(await withdrawn()).toEqual([]);
});

test('the import sends nothing when SIGTERM ends it at the confirmation prompt', async () => {
  const { shows, kill, ended } = terminal(['payout', 'import', file('1000.00')], env);
  await shows('Send one payout');
  kill('SIGTERM');
  expect(await ended).toMatchObject({ code: 2, text: expect.stringContaining('error: cancelled') });
  expect(await withdrawn()).toEqual([]);
});

test('the import shows the progress of the rows after the confirmation', async () => {
  const list = file('1000.00', '500.00');
  const asked = terminal(['payout', 'import', list], env);
  await asked.shows('Send 2 payouts');
  asked.type('y\r');
  await asked.shows('[........................] 0/2  W-2');
  await asked.shows('[############............] 1/2  W-3');
  await asked.shows('2  payouts created');
  expect((await asked.ended).code).toBe(0);
  expect(await withdrawn()).toEqual(['W-2', 'W-3']);
});

test('the import warns of an insufficient balance, stops at the first uncovered row, and resumes after a top-up', async () => {
  const list = file('80000.00', '50000.00', '500.00');
  const first = await run(list, '--yes');
  expect(first.code).toBe(1);
  expect(first.stderr).toContain(
    'warning: the balance 100000.00 is below the total of 139012.50. The balance covers the first 1 of 3 rows',
  );
  expect(first.stderr).toContain(`retries the rows with the outcome refused. It pays each row only once:`);
  expect(first.stderr).toContain(`  inrgate payout import ${list}`);
  expect(result().map(({ outcome, error }) => `${outcome} ${error?.split(':')[0]}`)).toEqual([
    'created ',
    'refused insufficient_balance',
    'not_sent ',
  ]);
  await gateway.merchants.credit('DEMO1001', { amount: '100000.00' });
  expect((await run(list, '--yes')).code).toBe(0);
  expect(await withdrawn()).toEqual(['W-2', 'W-3', 'W-4']);
});

test('the import warns of an exceeded daily limit and repeats its options in the resume command', async () => {
  await gateway.merchants.credit('DEMO1001', { amount: '900000.00' });
  const list = file('150000.00', '60000.00', '1');
  const { code, stderr } = await run(list, '--yes', '--skip-invalid', '--max', '150000.00');
  expect(code).toBe(1);
  expect(stderr).toContain(`  inrgate payout import ${list} --skip-invalid --max 150000.00\n`);
  expect(stderr).toContain('warning: the total of 210000.00 is above the daily limit of 200000.00');
  expect(await withdrawn()).toEqual(['W-2']);
});

test('the import exits with code 3 for an unknown outcome and prints the command that resolves the outcome', async () => {
  const fault = {
    endpoint: '*',
    mchOrderNo: 'W-2',
    phase: 'after',
    times: 4,
    action: { kind: 'drop' },
  } as const;
  gateway.faults.add(fault);
  gateway.faults.add({ ...fault, times: 3 });
  const list = file('1000.00', '500.00');
  const first = await run(list, '--yes');
  expect(first.code).toBe(3);
  expect(first.stderr).toContain(
    'The outcome of some payouts is unknown. Do not pay these rows in another way.',
  );
  expect(first.stderr).toContain(`  inrgate payout import ${list}`);
  expect(result().map(({ outcome }) => outcome)).toEqual(['unknown', 'created']);
  const second = await run(list, '--yes', '--json');
  expect(JSON.parse(second.stdout)).toMatchObject({
    outcomes: { created: 2, duplicate: 0, refused: 0, unknown: 0, not_sent: 0, invalid: 0 },
    totalDebit: '1617.50',
    stopped: null,
    next: null,
  });
  expect(second.code).toBe(0);
  expect(await withdrawn()).toEqual(['W-2', 'W-3']);
});

test('the import exits with code 3 for an unreachable gateway, and sends no payout', async () => {
  await gateway.close();
  const { code, stderr } = await run(file('1000.00'), '--yes');
  expect(code).toBe(3);
  expect(stderr).toContain('inrgate serve');
  expect(readdirSync(folder)).toEqual(['a.csv']);
});

test('the import exits with code 1 for a wrong key before it sends a payout', async () => {
  const { code, stderr } = await inProcess(['payout', 'import', file('1000.00'), '--yes'], {
    ...env,
    INRGATE_MCH_SECRET: 'demo-mch-key',
  });
  expect(code).toBe(1);
  expect(stderr).toContain('wrong_key_type');
  expect(readdirSync(folder)).toEqual(['a.csv']);
});

test('the import reports order numbers that existed before the import', async () => {
  const list = file('1000.00');
  await run(list, '--yes');
  rmSync(`${list}.journal`);
  const { code, stdout, stderr } = await run(list, '--yes', '--accept-existing');
  expect(code).toBe(0);
  expect(stdout).toContain('1  existed before this import');
  expect(stderr).toContain('line 2: a payout with this order number already existed');
  expect(await withdrawn()).toEqual(['W-2']);
});

test('the import rejects a row whose values changed after the import sent it', async () => {
  await run(file('1000.00', '500.00'), '--yes');
  const { code, stderr } = await run(file('1000.00', '700.00'), '--yes');
  expect(code).toBe(2);
  expect(stderr).toContain('a.csv:3: W-3 was already sent from line');
});

test('the import does not pay a row again under a new order number, unless an option allows it', async () => {
  await run(file('500.00'), '--yes');
  const renumbered = write(`${header}\nX-1,500.00,payee2@okbank\n`);
  const { code, stderr } = await run(renumbered, '--yes');
  expect(code).toBe(2);
  expect(stderr).toContain('X-1');
  expect(await withdrawn()).toEqual(['W-2']);
  expect(await run(renumbered, '--yes', '--repeat')).toMatchObject({ code: 0 });
  expect(await withdrawn()).toEqual(['W-2', 'X-1']);
});

test.each(['-', devNull])(
  'the import rejects %s, because the import stores the journal in the same folder',
  async (stream) => {
    const { code, stderr } = await run(stream, '--yes');
    expect({ code, stderr }).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('is not a regular file'),
    });
  },
);

test('the import of a symbolic link uses the journal of the linked file', async () => {
  const list = file('500.00');
  await run(list, '--yes');
  const link = path.join(folder, 'link.csv');
  symlinkSync(list, link);
  const { code, stdout } = await run(link, '--yes');
  expect({ code, stdout }).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('The import is complete'),
  });
  expect(readdirSync(folder).filter((name) => name.endsWith('.journal'))).toEqual(['a.csv.journal']);
});

test('the import rejects a file whose earlier run used another gateway', async () => {
  const list = file('1000.00');
  await run(list, '--yes');
  const other = await createMockGateway();
  const { baseUrl } = await other.listen({ port: 0 });
  const { code, stderr } = await inProcess(['payout', 'import', list, '--yes'], {
    ...env,
    INRGATE_BASE_URL: baseUrl,
  });
  const { items } = await other.payouts.list();
  await other.close();
  expect({ code, items }).toEqual({ code: 2, items: [] });
  expect(stderr).toContain('belongs to merchant DEMO1001 at http://127.0.0.1:');
});

test('the import does not overwrite a file that is not an earlier result', async () => {
  const list = file('1000.00');
  const { code, stderr } = await run(list, '--yes', '--output', list);
  expect(code).toBe(2);
  expect(stderr).toContain('a.csv exists and is not a result file of an earlier run');
  const linked = path.join(folder, 'linked');
  symlinkSync(folder, linked);
  for (const journal of ['a.csv.journal', 'a.csv.journal.lock']) {
    const rejected = await run(list, '--yes', '--output', path.join(linked, journal));
    expect(rejected).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--output is the name of the journal'),
    });
  }
  const named = path.join(folder, 'done.csv');
  expect((await run(list, '--yes', '--output', named)).code).toBe(0);
  expect(result('done.csv')).toHaveLength(1);
});

/** Starts an import whose request for the first row is delayed. */
async function underWay(
  list: string,
  action: { readonly kind: 'hang' } | { readonly kind: 'delay'; readonly ms: number },
) {
  gateway.faults.add({ endpoint: 'payout', mchOrderNo: 'W-2', phase: 'after', times: 1, action });
  const child = spawn(process.execPath, [command, 'payout', 'import', list, '--yes'], {
    env: environment(env),
    stdio: 'ignore',
  });
  await vi.waitFor(async () => expect(await withdrawn()).toEqual(['W-2']), 120_000);
  return { child, ended: once(child, 'exit') };
}

test('the import rejects a second simultaneous run, but accepts a run after a kill', async () => {
  const list = file('1000.00', '500.00');
  const { child, ended } = await underWay(list, { kind: 'hang' });
  const second = await run(list, '--yes');
  expect(second.code).toBe(2);
  expect(second.stderr).toContain(`another process is importing this file, process ${child.pid} on `);
  child.kill('SIGKILL');
  await ended;
  expect(existsSync(`${list}.journal.lock`)).toBe(true);
  expect((await run(list, '--yes')).code).toBe(0);
  expect(await withdrawn()).toEqual(['W-2', 'W-3']);
  expect(readdirSync(folder).sort()).toEqual(['a.csv', 'a.csv.journal', 'a.result.csv']);
});

test('the import waits for the current row on Ctrl-C and shows the resume command', async () => {
  const list = file('1000.00', '500.00');
  const { child, ended } = await underWay(list, { kind: 'delay', ms: 1_000 });
  child.kill('SIGINT');
  expect((await ended)[0]).toBe(3);
  expect(result().map(({ outcome }) => outcome)).toEqual(['created', 'not_sent']);
  expect((await run(list, '--yes')).code).toBe(0);
  expect(await withdrawn()).toEqual(['W-2', 'W-3']);
});
