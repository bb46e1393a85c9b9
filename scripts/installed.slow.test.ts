import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { installed, nodeOf, run } from '../packages/sdk/test/consumers/consumer.ts';
import { hasRuntimes } from '../test/runtimes.ts';
import { pack } from './pack.mjs';
import { packages, root, run as runProgram } from './workspace.mjs';

/** Millions of bytes that everything may take that `npm install @inrgate/cli` brings (README: What it takes). */
const largest = 40;

const nodes = [
  ['22', nodeOf('node22')],
  [process.versions.node.replace(/\..*/, ''), process.execPath],
  ['26', nodeOf('node26')],
] as const;

const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'inrgate-installed-')));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A payment, from the shop's call to the callback that it verifies. */
const day = `
  const gateway = await createMockGateway();
  const { baseUrl } = await gateway.listen();
  const client = new GatewayClient({ baseUrl, ...gateway.merchant });
  const payin = await client.payins.create({ mchOrderNo: 'ORDER-1', amount: '500.00' });
  await gateway.payins.pay(payin.orderNo);
  const [{ body, format }] = (await gateway.callbacks.list()).items;
  const callback = verifyCallback(body, { contentType: 'application/' + format, ...gateway.merchant });
  await gateway.close();
  process.stdout.write(JSON.stringify([payin.status, callback.kind, callback.status]));`;

const sources = {
  'day.mjs': `import { createMockGateway } from '@inrgate/mock-gateway';
    import { GatewayClient } from '@inrgate/sdk';
    import { verifyCallback } from '@inrgate/sdk/callbacks';
    ${day}`,
  'day.cjs': `const { createMockGateway } = require('@inrgate/mock-gateway');
    const { GatewayClient } = require('@inrgate/sdk');
    const { verifyCallback } = require('@inrgate/sdk/callbacks');
    (async () => {${day}})();`,
  'shop.ts': `import { createMockGateway, type MockGateway } from '@inrgate/mock-gateway';
    import { checkWebhook, type CheckReport } from '@inrgate/conformance';
    import { GatewayClient, type Payin } from '@inrgate/sdk';
    import { type Callback, verifyCallback } from '@inrgate/sdk/callbacks';
    export async function pay(amount: string): Promise<readonly [Payin, Callback | undefined, CheckReport]> {
      const gateway: MockGateway = await createMockGateway({ settings: { usdtRate: '91.0000' } });
      const client = new GatewayClient({ baseUrl: gateway.baseUrl, ...gateway.merchant });
      const payin = await client.payins.create({ mchOrderNo: 'ORDER-1', amount });
      const paid = await gateway.payins.pay(payin.orderNo);
      const [sent] = (await gateway.callbacks.list({ orderNo: paid.orderNo })).items;
      const options = { contentType: 'application/json', ...gateway.merchant };
      const report = await checkWebhook('http://127.0.0.1:3000/callbacks', gateway.merchant);
      return [payin, sent && verifyCallback(sent.body, options), report];
    }`,
};

beforeAll(async () => {
  const packed = await pack('node_modules/.cache/inrgate/installed');
  expect(packed.code, packed.output).toBe(0);
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ private: true }));
  const tarballs = packed.tarballs.map((file) => path.join(root, file));
  // What npm has fetched once it takes from its cache.
  const args = ['install', '--prefer-offline', '--no-audit', '--no-fund', ...tarballs];
  const shell = process.platform === 'win32';
  const { code, output } = await runProgram('npm', args, { cwd: folder, shell });
  expect(code, `the packages cannot be installed: ${output}`).toBe(0);
  for (const [file, source] of Object.entries(sources)) writeFileSync(path.join(folder, file), source);
}, 300_000);

/** Bytes of each package that is installed. */
function sizes(): ReadonlyMap<string, number> {
  const modules = path.join(folder, 'node_modules');
  const names = readdirSync(modules)
    .filter((name) => !name.startsWith('.'))
    .flatMap((name) =>
      name.startsWith('@') ? readdirSync(path.join(modules, name)).map((one) => `${name}/${one}`) : [name],
    );
  return new Map(names.map((name) => [name, bytesIn(path.join(modules, name))]));
}

function bytesIn(place: string): number {
  return readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(path.join(parentPath, name)).size, 0);
}

test(`everything that comes with the command takes ${largest} MB at most`, () => {
  const all = [...sizes()].sort(([, a], [, b]) => b - a);
  const total = all.reduce((sum, [, bytes]) => sum + bytes, 0);
  const shown = all.map(([name, bytes]) => `${name} ${(bytes / 1e6).toFixed(2)}`);
  console.log(`installed: ${(total / 1e6).toFixed(1)} MB in ${all.length} packages: ${shown.join(', ')}`);
  expect(total).toBeLessThan(largest * 1e6);
});

test('no package holds sources, tests or maps', () => {
  for (const name of packages) {
    const files = readdirSync(path.join(folder, 'node_modules/@inrgate', name), { recursive: true }).map(
      String,
    );
    expect(files.filter((file) => /\.map$|\.test\.ts$|(^|\/)(src|test)\//.test(file))).toEqual([]);
    expect(files).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'package.json']));
  }
});

test('npx runs the gateway as it comes, with no build step', async () => {
  const began = performance.now();
  const child = spawn('npx', ['--no', 'inrgate', 'serve', '--port', '0', '--json'], {
    cwd: folder,
    shell: process.platform === 'win32',
    // npx does not pass a signal on: the whole group of processes is ended.
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  console.log(`npx inrgate serve: ready after ${((performance.now() - began) / 1_000).toFixed(1)} s`);
  const { controlUrl } = JSON.parse(String(line));
  expect(await (await fetch(`${controlUrl}/health`)).json()).toMatchObject({ status: 'ok' });
  process.kill(-Number(child.pid), 'SIGTERM');
  await once(child, 'close');
});

const paid = '["pending","payin","success"]';

describe.each(nodes)('on Node %s', (major, node) => {
  const testRuns = test.runIf(major !== '26' || hasRuntimes('node26'));

  testRuns.each(['day.mjs', 'day.cjs'])('a fresh project takes a payment (%s)', async (script) => {
    expect((await run(node, ['--version'], folder)).stdout).toMatch(new RegExp(`^v${major}\\.`));
    expect(await run(node, [script], folder)).toEqual({ code: 0, stdout: paid, stderr: '' });
  });

  testRuns('the command works', async () => {
    const inrgate = path.join(folder, 'node_modules/@inrgate/cli/bin/inrgate.js');
    const { code, stdout } = await run(
      node,
      [inrgate, 'sign', 'mchId=DEMO1001', 'amount=500.00', '--json'],
      folder,
    );
    expect([code, JSON.parse(stdout)]).toEqual([0, expect.objectContaining({ key: 'mchKey' })]);
  });
});

test.each(['esm', 'cjs'] as const)(
  'the SDK is bundled into one file, which needs nothing beside it (%s)',
  async (format) => {
    const source = `import { GatewayClient } from '@inrgate/sdk';
    import { sign } from '@inrgate/sdk/protocol';
    new GatewayClient({ baseUrl: 'http://127.0.0.1:4300/v3', mchId: 'M1', mchKey: 'k' });
    process.stdout.write(sign({ amount: '500.00' }, 'k'));`;
    const alone = path.join(folder, `alone-${format}`);
    mkdirSync(alone);
    const outfile = path.join(alone, format === 'esm' ? 'out.mjs' : 'out.cjs');
    await build({
      stdin: { contents: source, resolveDir: folder },
      ...{ bundle: true, platform: 'node', format, outfile, logLevel: 'silent' },
    });
    rmSync(path.join(alone, 'node_modules'), { recursive: true, force: true });
    const elsewhere = mkdtempSync(path.join(tmpdir(), 'inrgate-bundle-'));
    const ended = await run(process.execPath, [outfile], elsewhere);
    rmSync(elsewhere, { recursive: true });
    expect(ended).toEqual({ code: 0, stdout: expect.stringMatching(/^[0-9A-F]{32}$/), stderr: '' });
  },
);

/** The oldest that is supported, and the one that this repository is built with. */
describe.each(['typescript-5.5', 'typescript'])('%s', (compiler) => {
  test.each([
    ['ES modules', { module: 'nodenext' }],
    ['a bundler', { module: 'esnext', moduleResolution: 'bundler' }],
  ])('the declarations of gateway and SDK are right for %s, themselves included', async (what, options) => {
    const strict = { strict: true, exactOptionalPropertyTypes: true, noEmit: true, skipLibCheck: false };
    const types = { types: ['node'], typeRoots: [path.dirname(installed('@types/node'))] };
    const compilerOptions = { ...strict, ...types, target: 'es2022', lib: ['es2022'], ...options };
    const config = path.join(folder, `${compiler} ${what}.json`);
    writeFileSync(config, JSON.stringify({ compilerOptions, files: ['shop.ts'] }));
    const tsc = path.join(installed(compiler), 'lib/tsc.js');
    expect(await run(process.execPath, [tsc, '--project', config], folder)).toEqual({
      code: 0,
      stdout: '',
      stderr: '',
    });
  });
});
