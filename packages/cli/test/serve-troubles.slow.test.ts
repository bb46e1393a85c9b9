import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { hasRuntimes } from '../../../test/runtimes.ts';
import { command, environment, type Ready } from './inrgate.ts';

/** `inrgate serve` with a maximum file size in KB. */
async function serveWithin(kilobytes: number) {
  const folder = mkdtempSync(path.join(tmpdir(), 'inrgate-full-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const limited = `trap '' XFSZ; ulimit -f ${kilobytes}; exec "$0" "$@"`;
  const options = ['--json', '--quiet', '--port', '0', '--db', path.join(folder, 'gateway.db')];
  const child = spawn('bash', ['-c', limited, process.execPath, command, 'serve', ...options], {
    env: environment({}),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const stderr = text(child.stderr);
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  const stop = async () => {
    child.kill('SIGTERM');
    const [code] = await once(child, 'close');
    return { code, stderr: await stderr };
  };
  return { ready: JSON.parse(line) as Ready, stop };
}

test.runIf(hasRuntimes('bash'))(
  'serve prints a repeated error once on standard error and then only counts it',
  async () => {
    const { ready, stop } = await serveWithin(700);
    const began = performance.now();
    const statuses: number[] = [];
    for (let made = 0; made < 400; made++) {
      const answer = await fetch(`${ready.controlUrl}/merchants`, { method: 'POST', body: '{}' });
      statuses.push(answer.status);
      expect(await answer.text()).not.toContain('SQLITE');
    }
    const { code, stderr } = await stop();
    const failed = statuses.filter((status) => status === 500).length;
    expect(failed).toBeGreaterThan(10);
    expect(code).toBe(0);
    const headline = 'StoreError store_\\w+: [^\\n]*gateway\\.db [^\\n]*';
    const places = '(?: {4}at [^\\n]*\\n)+';
    expect(stderr).toMatch(
      new RegExp(
        `^${headline}\\n  because of Error ERR_SQLITE_ERROR: [^\\n]*\\n${places}(?:${headline}: [\\d,]+ more\\n)+$`,
      ),
    );
    // On a slow machine, the command may print several counts, because it prints one every ten seconds.
    const counted = [...stderr.matchAll(/: ([\d,]+) more\n/g)].map(([, count = '']) =>
      Number(count.replaceAll(',', '')),
    );
    expect(counted.reduce((sum, count) => sum + count, 0)).toBe(failed - 1);
    expect(counted.length).toBeLessThanOrEqual(1 + (performance.now() - began) / 10_000);
  },
);
