import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import * as conformance from '@inrgate/conformance';
import { expect, it, onTestFinished, vi } from 'vitest';
import { hasRuntimes } from '../../../test/runtimes.ts';
import { createMockGateway } from '../src/index.ts';

const readme = readFileSync(`${import.meta.dirname}/../../../README.md`, 'utf8');

/** Run the README's request without our code. */
const [, script = ''] = /```sh\n(params=.*?openssl md5.*?)```/s.exec(readme) ?? [];

it.runIf(hasRuntimes('sh'))(
  'the gateway accepts a pay-in signed with curl and openssl, but rejects the request after one byte is changed',
  async () => {
    const gateway = await createMockGateway();
    onTestFinished(() => gateway.close());
    const { url } = await gateway.listen();
    const run = async (text: string): Promise<unknown> => {
      const { stdout } = await promisify(execFile)('sh', [
        '-c',
        text.replaceAll('http://127.0.0.1:4300', url),
      ]);
      return JSON.parse(stdout);
    };
    expect(await run(script)).toMatchObject({
      code: 200,
      data: { mchOrderNo: 'ORDER-5', status: 'pending' },
    });
    const changed = script.replace('-d "$params', '-d "amount=500.01&mchId=DEMO1001&mchOrderNo=ORDER-5');
    expect(changed).not.toBe(script);
    expect(await run(changed)).toMatchObject({ code: 401, error: 'invalid_signature' });
  },
);

const own = readFileSync(`${import.meta.dirname}/../../conformance/README.md`, 'utf8');
/** The README's program, with its own proxy and without its imports and declarations. */
const [, proxying = ''] =
  /```ts\nimport \{ ExchangeDoctor.*?\/conformance';\n+declare [^\n]*\n(.*?)```/s.exec(own) ?? [];

it('the proxy in a custom program reports failed rules', async () => {
  const gateway = await createMockGateway();
  onTestFinished(() => gateway.close());
  const { url } = await gateway.listen();
  const folder = mkdtempSync(path.join(tmpdir(), 'inrgate-readme-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const told = vi.spyOn(console, 'log').mockImplementation(() => {});
  onTestFinished(() => told.mockRestore());
  const shopAt = async (baseUrl: string) => {
    const body = '{"mchId":"DEMO1001","mchOrderNo":"A","amount":"5.00","sign":"no"}';
    await fetch(`${baseUrl}/payin`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    });
  };
  const text = proxying
    .replaceAll('http://127.0.0.1:4300', url)
    .replaceAll("'staging.har'", JSON.stringify(path.join(folder, 'staging.har')));
  const names = ['shopAt', ...Object.keys(conformance)];
  const program = new Function(...names, `return (async () => { ${text} })()`);
  await program(shopAt, ...Object.values(conformance));
  const lines = () => told.mock.calls.map((line) => line.join(' '));
  expect(lines()).toContain('recorded 1 exchanges');
  await expect.poll(lines).toContainEqual(expect.stringContaining('/payin spec:errors.invalid_signature'));
});
