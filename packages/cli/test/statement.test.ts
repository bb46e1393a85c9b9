import { createMockGateway } from '@inrgate/mock-gateway';
import { expect, onTestFinished, test } from 'vitest';
import { inProcess } from './in-process.ts';

test('statement prints a table, CSV or JSON', async () => {
  const gateway = await createMockGateway({ clock: { now: '2026-11-20T15:04:05+05:30', mode: 'frozen' } });
  onTestFinished(() => gateway.close());
  const { baseUrl } = await gateway.listen();
  const env = { INRGATE_BASE_URL: baseUrl };
  const { available } = await gateway.merchants.credit('DEMO1001', { amount: '7.50' });
  const table = await inProcess(['statement'], env);
  expect([table.code, table.stdout]).toEqual([0, expect.stringContaining(`closing balance  ${available}`)]);
  const csv = await inProcess(['statement', '--date', '2026-11-20', '--format', 'csv'], env);
  const lines = csv.stdout.trimEnd().split('\n');
  expect(lines[0]).toBe('time,kind,mchOrderNo,orderNo,amount,fee,net,balance');
  expect(lines[1]).toMatch(/^,openingBalance,,,,,,\d/);
  expect(lines.at(-2)).toBe(`2026-11-20T15:04:05+05:30,credit,,,7.50,0.00,7.50,${available}`);
  expect(lines.at(-1)).toBe(`,closingBalance,,,,,,${available}`);
  const json = await inProcess(['statement', '--format', 'json'], env);
  expect(JSON.parse(json.stdout)).toMatchObject({ date: '2026-11-20', closingBalance: available });
  expect((await inProcess(['statement', '--json'], env)).stdout).toBe(json.stdout);
  const wrong = await inProcess(['statement', '--date', '20-11-2026'], env);
  expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining('date: must be a calendar day')]);
});
