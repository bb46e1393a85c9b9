import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createMockGateway, type MockGateway } from '@inrgate/mock-gateway';
import { parse } from 'csv-parse/sync';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { inProcess } from './in-process.ts';
import type { Ended } from './inrgate.ts';

let gateway: MockGateway;
let folder: string;
let env: Readonly<Record<string, string>>;
/** Imports last month's file, on a clock that shows last month. */
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'inrgate-existing-'));
  const now = new Date(Date.now() - 31 * 86_400_000).toISOString();
  gateway = await createMockGateway({ clock: { now } });
  const { baseUrl } = await gateway.listen({ port: 0 });
  env = { INRGATE_BASE_URL: baseUrl, INRGATE_MCH_ID: 'DEMO1001', INRGATE_MCH_SECRET: 'demo-mch-secret' };
  await run('october.csv', '--yes');
  await gateway.clock.advance('31d');
});
afterEach(async () => {
  await gateway.close();
  rmSync(folder, { recursive: true, force: true });
});

function run(name: string, ...options: readonly string[]): Promise<Ended> {
  const file = path.join(folder, name);
  writeFileSync(file, 'mchOrderNo,amount,upiId\nW-1,500.00,asha@okbank\nW-2,600.00,ravi@okbank\n');
  return inProcess(['payout', 'import', file, ...options], env);
}

function outcomes(name: string): readonly string[] {
  const rows: readonly Record<string, string>[] = parse(readFileSync(path.join(folder, name)), {
    columns: true,
  });
  return rows.map(({ outcome, error }) => `${outcome} ${error?.split(':')[0]}`);
}

test('if an import reuses last month’s order numbers, each row fails with the age of the existing payout', async () => {
  for (const _run of ['first', 'again']) {
    const { code, stdout, stderr } = await run('november.csv', '--yes');
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /2 +W-1 +duplicate +existing_payout: The gateway already stored a payout with this order number since \S+, 31 days/,
    );
    expect(stdout).not.toContain('The import is complete');
    expect(stderr).toContain(
      'lines 2, 3: a payout with this order number already existed, so the import did not pay the row',
    );
    expect(outcomes('november.result.csv')).toEqual([
      'duplicate existing_payout',
      'duplicate existing_payout',
    ]);
  }
  const json = await run('november.csv', '--yes', '--json');
  expect(JSON.parse(json.stdout)).toMatchObject({ outcomes: { created: 0, duplicate: 2 }, left: 2 });
  expect((await gateway.payouts.list()).items).toHaveLength(2);
});

test('with --accept-existing, an import counts an existing payout as the payout of its row', async () => {
  await run('november.csv', '--yes');
  const { code, stderr } = await run('november.csv', '--yes', '--accept-existing');
  expect(code).toBe(0);
  expect(stderr).toContain('The gateway compared the amount and the type, but not the destination.');
  expect(outcomes('november.result.csv')).toEqual(['duplicate ', 'duplicate ']);
  expect(await run('november.csv')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('The import is complete'),
  });
});

test('after a lost response, an import does not accept last month’s payout as its own payout', async () => {
  const drop = { endpoint: 'payout', phase: 'after', times: 1, action: { kind: 'drop' } } as const;
  gateway.faults.add({ ...drop, mchOrderNo: 'W-1' });
  const first = await run('november.csv', '--yes');
  expect(first.code).toBe(3);
  expect(outcomes('november.result.csv')).toEqual(['unknown older_payout', 'duplicate existing_payout']);
  // The journal knows that W-2 is another payout, so the lost response leaves no doubt.
  gateway.faults.add({ ...drop, mchOrderNo: 'W-2' });
  await run('november.csv', '--yes');
  expect(outcomes('november.result.csv')).toEqual(['unknown older_payout', 'duplicate existing_payout']);
  expect(await run('november.csv', '--yes', '--accept-existing')).toMatchObject({ code: 0 });
  expect((await gateway.payouts.list()).items).toHaveLength(2);
});
