import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { demoCredentials } from '@inrgate/sdk/basics';
import { afterAll, describe, expect, it, onTestFinished, test } from 'vitest';
import { freePort } from '../../../test/free-port.ts';
import { hasRuntimes } from '../../../test/runtimes.ts';
import { survivesStrangers } from '../../../test/strangers.ts';
import { inProcess } from './in-process.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'inrgate-init-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function project(name: string, ...files: readonly string[]): string {
  const cwd = path.join(folder, name);
  mkdirSync(cwd);
  for (const file of files) writeFileSync(path.join(cwd, file), 'mine');
  return cwd;
}

const endpoints = [
  { language: 'node', runtimes: [], start: () => [process.execPath, '--env-file=.env', 'callbacks.mjs'] },
  {
    language: 'php',
    runtimes: ['php'],
    start: (port: number) => ['php', '-S', `127.0.0.1:${port}`, 'callbacks.php'],
  },
  { language: 'python', runtimes: ['python'], start: () => ['python3', 'callbacks.py'] },
  { language: 'java', runtimes: ['java'], start: () => ['java', 'Callbacks.java'] },
] as const;

describe('the endpoint of init', () => {
  for (const { language, runtimes, start } of endpoints) {
    it.runIf(hasRuntimes(...runtimes))(
      `the endpoint that init writes in ${language} passes every check and survives strangers`,
      async () => {
        const cwd = project(language);
        const written = await inProcess(['init', '--language', language, '--json'], {}, { cwd });
        expect([written.code, written.stderr]).toEqual([0, '']);
        expect(JSON.parse(written.stdout)).toMatchObject({ language, kept: [] });
        const port = await freePort();
        const [program = '', ...args] = start(port);
        const env = { PATH: process.env['PATH'], PORT: String(port), PHP_CLI_SERVER_WORKERS: '4' };
        const shop = spawn(program, args, { cwd, env, stdio: 'ignore', detached: true });
        // End the whole group, because otherwise the workers of PHP's server continue to run.
        onTestFinished(() => void process.kill(-(shop.pid ?? Number.NaN)));
        const url = `http://127.0.0.1:${port}`;
        const isUp = () =>
          fetch(`${url}/callbacks`).then(
            ({ status }) => status,
            () => 0,
          );
        await expect.poll(isUp, { timeout: 60_000 }).toBe(405);
        const check = ['check', 'webhook', `${url}/callbacks`, '--probe', `${url}/credited`, '--json'];
        const { code, stdout, stderr } = await inProcess(check);
        const { checks, failed, warned } = JSON.parse(stdout);
        const bad = checks.filter(({ status }: { status: string }) => ['fail', 'warn'].includes(status));
        expect([bad, failed, warned ?? 0, code], stderr).toEqual([[], 0, 0, 0]);
        const order = { ...demoCredentials, mchOrderNo: 'ORDER-1' };
        await survivesStrangers(`${url}/callbacks`, order);
        const credited = await fetch(`${url}/credited?mchOrderNo=ORDER-1`);
        expect(JSON.parse(await credited.text())).toEqual({ count: 1, amount: '500.00' });
      },
    );
  }
});

test('init detects the language and overwrites no file', async () => {
  const cwd = project('existing', 'package.json', 'composer.json', '.env', 'callbacks.php');
  const { code, stdout, stderr } = await inProcess(['init'], {}, { cwd });
  expect([code, stdout]).toEqual([0, 'kept the existing .env\nkept the existing callbacks.php\n']);
  expect(stderr).toContain('add them to .env:');
  expect(stderr).toContain('\nINRGATE_MCH_KEY=demo-mch-key\n');
  expect(readFileSync(path.join(cwd, 'callbacks.php'), 'utf8')).toBe('mine');
  const python = project('python-project', 'manage.py');
  expect((await inProcess(['init'], {}, { cwd: python })).stdout).toBe('wrote .env\nwrote callbacks.py\n');
});

test('init names the variables that an existing .env does not set, and the gateway of this run', async () => {
  const cwd = project('other-port');
  writeFileSync(path.join(cwd, '.env'), 'INRGATE_MCH_KEY=mine\n');
  const gateway = { INRGATE_BASE_URL: 'http://127.0.0.1:4437/v3' };
  const { stderr } = await inProcess(['init', '--language', 'php'], gateway, { cwd });
  expect(stderr).toContain('\nINRGATE_BASE_URL=http://127.0.0.1:4437/v3\n');
  expect(stderr).not.toContain('INRGATE_MCH_KEY=');
  expect(stderr).toContain('  inrgate serve --port 4437\n');
});

test('init exits with code 2 for an unknown language and lists the supported languages', async () => {
  const { code, stderr } = await inProcess(['init', '--language', 'ruby'], {}, { cwd: project('ruby') });
  expect(code).toBe(2);
  expect(stderr).toMatch(/--language .*node, php, python, java/);
});
