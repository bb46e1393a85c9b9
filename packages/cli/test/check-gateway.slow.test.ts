import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createMockGateway, type MockGateway } from '@inrgate/mock-gateway';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { inProcess } from './in-process.ts';
import { deadAddress } from './inrgate.ts';
import { merchantServer } from './merchant-server.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'inrgate-gateway-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const keys = { mchId: 'SHOP1', mchKey: 'key-that-stays-secret', mchSecret: 'secret-that-stays-too' };
const env = {
  INRGATE_MCH_ID: keys.mchId,
  INRGATE_MCH_KEY: keys.mchKey,
  INRGATE_MCH_SECRET: keys.mchSecret,
};

async function served(settings = {}): Promise<MockGateway> {
  const gateway = await createMockGateway({ merchants: [{ ...keys, balance: '100000.00' }], settings });
  onTestFinished(() => gateway.close());
  await gateway.listen();
  return gateway;
}

test('check gateway exits with code 0 for a correct gateway and prints a report that fits on one screen', async () => {
  const { baseUrl } = await served();
  const { code, stdout, stderr } = await inProcess(['check', 'gateway', '--base-url', baseUrl], env);
  expect(code).toBe(0);
  expect(stdout).toMatch(
    /^Gateway 127\.0\.0\.1:\d+\/v3, read-only\n {2}\d\d passed, 0 failed, 0 warnings, \d+ skipped/,
  );
  expect(stdout.split('\n').length).toBeLessThan(40);
  expect(stderr).toMatch(/^note: sent \d+ requests\. The gateway rejected 4 wrong signatures\./m);
});

test('check gateway writes its report as JSON or in a CI format', async () => {
  const { baseUrl } = await served();
  const file = path.join(folder, 'gateway.xml');
  const args = ['check', 'gateway', '--base-url', baseUrl, '--json', '--report', 'junit', '--output', file];
  const { code, stdout, stderr } = await inProcess(args, env);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const report = JSON.parse(stdout);
  expect(report).toMatchObject({ failed: 0, warned: 0, level: 'read-only', wrongSignatures: 4 });
  for (const check of report.checks) {
    expect(check).toEqual({
      id: expect.stringMatching(/^(?:spec|reading):/),
      title: expect.any(String),
      status: expect.stringMatching(/^(?:pass|skip)$/),
      message: expect.stringMatching(/./),
      exchanges: [],
    });
  }
  expect(readFileSync(file, 'utf8')).toContain(
    `<testsuites name="inrgate check gateway" tests="${report.checks.length}"`,
  );
});

test('check gateway exits with code 4 for a failed rule and prints its id, but no key or control sequence', async () => {
  const { baseUrl } = await served();
  const { url } = await merchantServer(async (response, { path: asked, contentType = '', body }) => {
    const answer = await fetch(`${baseUrl}${asked}`, {
      method: 'POST',
      headers: { 'content-type': contentType },
      body: new Uint8Array(body),
    });
    const text = (await answer.text()).replace('"INR"', `"\\u001b[31m${keys.mchKey}"`);
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text);
  });
  const { code, stdout, stderr } = await inProcess(
    ['check', 'gateway', '--base-url', new URL(url).origin, '--quiet'],
    env,
  );
  expect(code).toBe(4);
  expect(stdout).toMatch(/^fail {2}spec:balance\.fields {2}.*\n {2}found +currency is .*\*\*\*/m);
  expect(stdout + stderr).not.toMatch(/key-that-stays-secret|secret-that-stays-too/);
  expect(stdout).not.toContain('\u001b');
});

test('check gateway exits with code 3 and one sentence if the keys are wrong', async () => {
  const { baseUrl } = await served();
  const { code, stdout, stderr } = await inProcess(['check', 'gateway', '--base-url', baseUrl, '--json'], {
    ...env,
    INRGATE_MCH_SECRET: 'nobodys-secret',
  });
  expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
  expect(JSON.parse(stderr)).toEqual({
    error: 'wrong_keys',
    message: expect.stringMatching(/rejects this API Secret .* The check stopped$/),
  });
});

test('check gateway exits with code 3 for an unreachable gateway and code 2 for wrong usage', async () => {
  const dead = await inProcess(
    ['check', 'gateway', '--base-url', `${await deadAddress()}/v3`, '--json'],
    env,
  );
  expect({ code: dead.code, ...JSON.parse(dead.stderr) }).toEqual({
    code: 3,
    error: 'unreachable',
    message: 'the gateway does not respond: ECONNREFUSED',
  });
  const usage = await inProcess(['check', 'gateway', '--output', 'x.xml'], env);
  expect(usage).toMatchObject({ code: 2, stderr: expect.stringContaining('--output requires --report') });
  const args = ['check', 'gateway', '--report', 'junit', '--output', '/nowhere/live.xml'];
  const unsaved = await inProcess(args, env);
  expect(unsaved).toMatchObject({ code: 2, stderr: expect.stringContaining('cannot be written (ENOENT)') });
});

test('check gateway without a terminal shows the cost of real orders and requires --yes', async () => {
  const gateway = await served({ rateLimitPerMinute: 1_000 });
  const { baseUrl } = gateway;
  const args = ['check', 'gateway', '--base-url', baseUrl, '--level', 'smallest', '--payout-upi', 'shop@upi'];
  const rejected = await inProcess(args, env);
  expect(rejected).toMatchObject({ code: 2, stdout: '' });
  expect(rejected.stderr).toContain(
    'without a terminal, --level smallest requires --yes. The check creates up to ten pay-ins',
  );
  expect(rejected.stderr).toContain('debits 542.50');
  expect(await gateway.payins.list()).toMatchObject({ items: [] });
  const agreed = await inProcess([...args, '--yes'], env);
  expect(agreed).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/, smallest\n {2}1\d\d passed, 0 failed, 0 warnings/),
  });
  expect(await gateway.payouts.list()).toMatchObject({ items: [{ amount: '500.00' }] });
});
