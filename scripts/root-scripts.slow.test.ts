import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';

const root = path.dirname(import.meta.dirname);

function start(command: string, args: readonly string[]) {
  return spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
}

type Child = ReturnType<typeof start>;

async function ended(child: Child) {
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { code, stdout, stderr };
}

/** Waits for the line that the gateway is ready. Returns the health URL of the control API. */
async function healthUrl(child: Child): Promise<string> {
  const ready = Promise.withResolvers<string>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (line.startsWith('{')) ready.resolve(JSON.parse(line).controlUrl);
  });
  const url = `${await ready.promise}/health`;
  expect(await (await fetch(url)).json()).toMatchObject({ status: 'ok' });
  return url;
}

test('a second setup has nothing to do', async () => {
  const { code, stderr } = await ended(start('npm', ['run', 'setup']));
  expect(code).toBe(0);
  expect(stderr).toContain('Set up in');
  expect(stderr).not.toMatch(/Installing|Building/);
});

test('npm start passes its arguments to serve, and the server stops with npm', async () => {
  const npm = start('npm', ['start', '--', '--json', '--port', '0']);
  const url = await healthUrl(npm);
  npm.kill('SIGTERM');
  // Wait until the output closes, which shows that the server has ended.
  await once(npm, 'close');
  await expect(fetch(url)).rejects.toThrow();
});

test('a signal to the program of npm start stops the server cleanly', async () => {
  const script = start('node', [
    'scripts/run.mjs',
    'packages/cli/bin/inrgate.js',
    'serve',
    '--json',
    '--port',
    '0',
  ]);
  const url = await healthUrl(script);
  script.kill('SIGTERM');
  const [code] = await once(script, 'close');
  expect(code).toBe(0);
  await expect(fetch(url)).rejects.toThrow();
});

test('the demo runs the merchant’s day and shows no key', async () => {
  const { code, stdout } = await ended(start('npm', ['run', 'demo']));
  expect(code).toBe(0);
  expect(stdout).toMatch(/Every step held\.\n$/);
  expect(stdout).not.toMatch(/demo-mch-(key|secret)/);
});

test('vitest without a project runs no slow and no long suite', async () => {
  const listed = ended(
    start('node_modules/.bin/vitest', ['list', '--filesOnly', 'scripts', 'packages/cli/test']),
  );
  const { stdout } = await listed;
  expect(stdout).toContain('conformance.test.ts');
  expect(stdout).not.toMatch(/\.(slow|long)\.test\.ts/);
});
