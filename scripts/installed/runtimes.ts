import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { build } from 'esbuild';
import { expect } from 'vitest';
import { nodeOf, run } from '../../packages/sdk/test/consumers/consumer.ts';
import { freePort } from '../../test/free-port.ts';
import type { Project } from './project.ts';

/** A runtime other than Node, with the npm package that contains it for Linux x64. */
interface Runtime {
  readonly package: string;
  readonly program: string;
  /** Arguments before the program's file. */
  readonly args: readonly string[];
  readonly differs: Readonly<Record<string, unknown>>;
}

const notConnected = { name: 'ConnectionError', outcome: 'unknown', attempts: 1 };

/** Runtimes, with the versions and differences that docs/how-to/runtimes.md states. */
export const runtimes = {
  bun: { package: '@oven/bun-linux-x64@1.4.5', program: 'bin/bun', args: [], differs: {} },
  deno: {
    package: '@deno/linux-x64-glibc@2.9.6',
    program: 'deno',
    args: ['run', '--allow-all', '--node-modules-dir=manual'],
    // The runtime itself repeats a request after a keep-alive connection breaks.
    differs: { noServer: notConnected, dropped: {} },
  },
  workerd: {
    package: '@cloudflare/workerd-linux-64@1.20261117.1',
    program: 'bin/workerd',
    args: ['serve'],
    differs: { noServer: notConnected },
  },
} as const satisfies Readonly<Record<string, Runtime>>;

const failed = (name: string, outcome: string, code?: string) => ({
  ...{ name, outcome, attempts: 1 },
  ...(code === undefined ? {} : { code }),
});

/** Result of the shop on Node. */
export const onNode = {
  attempts: [
    [503, 'unknown'],
    [200, 'ok'],
  ],
  found: ['pending', '500.00'],
  unknown: failed('ApiError', 'rejected', 'order_not_found'),
  wrongKey: failed('ApiError', 'rejected', 'invalid_signature'),
  noServer: failed('ConnectionError', 'not_sent'),
  late: failed('TimeoutError', 'unknown'),
  dropped: failed('ConnectionError', 'unknown'),
  aborted: 'GatewayError',
  verified: 'payin',
  refused: {
    name: 'CallbackVerificationError',
    reason: 'invalid_signature',
    outcome: 'not_sent',
    attempts: 0,
  },
  responses: [[200, 'success'], [200, 'success'], 401],
  credited: ['ORDER-1'],
};

export async function startGateway({
  folder,
}: Project): Promise<{ baseUrl: string; stop: () => Promise<void> }> {
  const inrgate = path.join(folder, 'node_modules/@inrgate/cli/bin/inrgate.js');
  const args = [inrgate, 'serve', '--port', '0', '--json'];
  const child = spawn(nodeOf('node22'), args, { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  return { baseUrl: JSON.parse(String(line)).baseUrl, stop: () => stopped(child) };
}

async function stopped(child: ChildProcess): Promise<void> {
  child.kill();
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

/** Runs the shop with a runtime and its arguments, for example with Node. */
export async function shopOn(program: string, args: readonly string[], project: Project, baseUrl: string) {
  copyShop(project);
  const ended = await run(program, [...args, 'main.mjs', baseUrl, await closedUrl()], project.folder);
  expect(ended).toMatchObject({ code: 0, stderr: '' });
  return JSON.parse(ended.stdout);
}

export async function shopOnRuntime(name: keyof typeof runtimes, project: Project, baseUrl: string) {
  const runtime = runtimes[name];
  const { code, output } = await project.npm([
    'install',
    '--no-audit',
    '--no-fund',
    '--no-save',
    runtime.package,
  ]);
  expect(code, output).toBe(0);
  const folder = runtime.package.slice(0, runtime.package.lastIndexOf('@'));
  const program = path.join(project.folder, 'node_modules', folder, runtime.program);
  chmodSync(program, 0o755);
  if (name !== 'workerd') return shopOn(program, runtime.args, project, baseUrl);
  const args = [...runtime.args, '--control-fd=3', await workerConfig(project, baseUrl)];
  const child = spawn(program, args, {
    cwd: project.folder,
    stdio: ['ignore', 'inherit', 'inherit', 'pipe'],
  });
  const control = child.stdio[3];
  if (control === null || control === undefined) throw new Error('workerd has no control output');
  const [line] = await once(createInterface({ input: control as never }), 'line');
  const response = await fetch(`http://127.0.0.1:${JSON.parse(String(line)).port}/`);
  const seen = await response.json();
  await stopped(child);
  return seen;
}

function copyShop({ folder }: Project): void {
  cpSync(path.join(import.meta.dirname, 'shop.mjs'), path.join(folder, 'shop.mjs'));
  const main = `import { shop } from './shop.mjs';
    const [baseUrl, closedUrl] = process.argv.slice(2);
    process.stdout.write(JSON.stringify(await shop(baseUrl, closedUrl)));`;
  writeFileSync(path.join(folder, 'main.mjs'), main);
}

/** Creates the shop as a worker in one file, as Wrangler builds it, and the configuration of workerd. */
async function workerConfig({ folder }: Project, baseUrl: string): Promise<string> {
  copyShop({ folder } as Project);
  const urls = JSON.stringify([baseUrl, await closedUrl()]);
  const contents = `import { shop } from './shop.mjs';
    export default { fetch: async () => Response.json(await shop(...${urls})) };`;
  await build({
    stdin: { contents, resolveDir: folder },
    ...{ bundle: true, format: 'esm', external: ['node:*'], outfile: path.join(folder, 'worker.js') },
  });
  // `nodejs_compat` has been the default since the compatibility date 2026-08-04.
  const config = `using Workerd = import "/workerd/workerd.capnp";
    const config :Workerd.Config = (
      services = [(name = "main", worker = .shop), (name = "internet", network = (allow = ["private", "public"]))],
      sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")]
    );
    const shop :Workerd.Worker = (
      modules = [(name = "worker.js", esModule = embed "worker.js")],
      compatibilityDate = "2026-01-01", compatibilityFlags = ["nodejs_compat"]
    );`;
  writeFileSync(path.join(folder, 'worker.capnp'), config);
  return 'worker.capnp';
}

async function closedUrl(): Promise<string> {
  return `http://127.0.0.1:${await freePort()}/v3`;
}
