import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';

const root = path.dirname(import.meta.dirname);

/** npm as somebody calls it: no terminal, nothing on standard input. */
function npm(...args: string[]) {
  return spawn('npm', args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
}

async function ended(child: ReturnType<typeof npm>) {
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { code, stdout, stderr };
}

test('set-up has nothing to do the second time', async () => {
  const { code, stderr } = await ended(npm('run', 'setup'));
  expect(code).toBe(0);
  expect(stderr).toMatch(/^Set up in 0\.\d s/);
});

test('npm start passes arguments on, serves, and stops cleanly when npm is asked to', async () => {
  const child = npm('start', '--', '--json', '--port', '0');
  let url = '';
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.startsWith('{')) continue;
    url = JSON.parse(line).controlUrl;
    break;
  }
  const health = await fetch(`${url}/health`);
  expect(await health.json()).toMatchObject({ status: 'ok' });
  child.kill('SIGTERM');
  const [code] = await once(child, 'close');
  expect(code).toBe(0);
  await expect(fetch(`${url}/health`)).rejects.toThrow();
});

test('the demo plays the merchant day, and shows no key', async () => {
  const { code, stdout, stderr } = await ended(npm('run', 'demo', '--silent'));
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/Every step held\.\n$/);
  expect(stdout).not.toMatch(/demo-mch-(key|secret)/);
});
