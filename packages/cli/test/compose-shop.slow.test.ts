import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { freePort } from '../../../test/free-port.ts';
import { hasRuntimes } from '../../../test/runtimes.ts';
import { runProgram, temporaryFolder } from '../../../test/server-process.ts';
import { command, type Env, environment, inrgate } from './inrgate.ts';

const shop = fileURLToPath(new URL('../../../examples/php/', import.meta.url));
const compose = z.object({
  services: z.object({
    gateway: z.object({ environment: z.record(z.string(), z.string()) }),
    shop: z.object({ command: z.string(), environment: z.record(z.string(), z.string()) }),
  }),
  configs: z.object({ gateway: z.object({ content: z.string() }) }),
});

/** Replacements for the hosts, files and network of the containers. */
type Places = readonly (readonly [inContainer: string | RegExp, here: string])[];

function moved(text: string, places: Places): string {
  return places.reduce((done, [inContainer, here]) => done.replaceAll(inContainer, here), text);
}

function movedAll(env: Env, places: Places): Env {
  return Object.fromEntries(Object.entries(env).map(([name, text]) => [name, moved(text, places)]));
}

/** Starts a service. The returned functions wait for a line of its output. */
function start(program: string, args: readonly string[], env: Env) {
  // A separate process group, because PHP's server has workers.
  const child = spawn(program, args, { cwd: shop, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  const closed = once(child, 'close');
  onTestFinished(async () => {
    process.kill(-Number(child.pid), 'SIGKILL');
    await closed;
  });
  const seen = (stream: Readable, awaited: RegExp) =>
    new Promise<void>((resolve, reject) => {
      const lines: string[] = [];
      createInterface(stream).on('line', (line) => {
        lines.push(line);
        if (awaited.test(line)) resolve();
      });
      void closed.then(() => reject(new Error(`${program} ended: ${lines.join('\n')}`)));
    });
  return {
    printed: (awaited: RegExp) => seen(child.stdout, awaited),
    warned: (awaited: RegExp) => seen(child.stderr, awaited),
  };
}

test.runIf(hasRuntimes('php'))(
  'the compose file of the PHP shop starts a shop that credits a payment',
  async () => {
    const { services, configs } = compose.parse(parse(readFileSync(path.join(shop, 'compose.yaml'), 'utf8')));
    const folder = await temporaryFolder('compose');
    onTestFinished(() => rm(folder, { recursive: true, force: true }));

    const [gatewayPort, shopPort] = [await freePort(), await freePort()].map(String) as [string, string];
    const config = path.join(folder, 'gateway.yaml');
    const places: Places = [
      ['/data/', `${folder}/`],
      [/(gateway|127\.0\.0\.1):4300/g, `127.0.0.1:${gatewayPort}`],
      [/(shop|0\.0\.0\.0):3000/g, `127.0.0.1:${shopPort}`],
      ['/gateway.yaml', config],
      ['/orders/', `${folder}/`],
      ['172.16.0.0/12', '127.0.0.1'],
    ];
    writeFileSync(config, moved(configs.gateway.content, places));

    const settings = movedAll(services.gateway.environment, places);
    // The environment that the image sets.
    const own = environment({ ...settings, INRGATE_HOST: '0.0.0.0', INRGATE_PORT: gatewayPort });
    const gateway = start(process.execPath, [command, 'serve'], own);
    await gateway.printed(/is ready/);

    const shopEnv = environment(movedAll(services.shop.environment, places));
    const [program = '', ...args] = moved(services.shop.command, places).split(' ');
    const server = start(program, args, shopEnv);
    const credited = server.warned(/ORDER-1: 500\.00 INR, paid/);
    const paid = await runProgram(program, ['pay.php', 'ORDER-1', '500.00'], { cwd: shop, env: shopEnv });
    expect(paid.stdout).toContain(`http://127.0.0.1:${gatewayPort}/pay/`);
    // Use the container's variables, as `docker compose exec gateway inrgate …` does.
    const operator = { ...settings, INRGATE_BASE_URL: `http://127.0.0.1:${gatewayPort}/v3` };
    expect(await inrgate(['mock', 'pay', 'ORDER-1'], operator)).toMatchObject({ code: 0 });
    await credited;
    const payout = ['payout.php', 'W-1', '500.00', 'asha@okhdfcbank'];
    const requested = await runProgram(program, payout, { cwd: shop, env: shopEnv });
    expect(requested.stdout.trim()).toBe('pending');
  },
);
