import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { createMockGateway } from '../src/index.ts';

const readme = readFileSync(`${import.meta.dirname}/../../../README.md`, 'utf8');

/** The README's request that no code of ours makes. */
const [, script = ''] = /```sh\n(params=.*?openssl md5.*?)```/s.exec(readme) ?? [];

it('curl and openssl alone make a pay-in; with one byte changed it is refused', async () => {
  const gateway = await createMockGateway();
  onTestFinished(() => gateway.close());
  const { url } = await gateway.listen();
  const run = async (text: string): Promise<unknown> => {
    const { stdout } = await promisify(execFile)('sh', ['-c', text.replaceAll('http://127.0.0.1:4300', url)]);
    return JSON.parse(stdout);
  };
  expect(await run(script)).toMatchObject({ code: 200, data: { mchOrderNo: 'ORDER-2', status: 'pending' } });
  const changed = script.replace('-d "$params', '-d "amount=500.01&mchId=DEMO1001&mchOrderNo=ORDER-2');
  expect(changed).not.toBe(script);
  expect(await run(changed)).toMatchObject({ code: 401, error: 'invalid_signature' });
});
