import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import { receiverContract } from './receiver.contract.ts';

const next = fileURLToPath(import.meta.resolve('next/dist/bin/next'));
const project = path.join(import.meta.dirname, '../nextjs');

const keys = parseEnv(readFileSync(path.join(project, '.env.example'), 'utf8'));

type Mode = 'development' | 'production';

/** Runs Next.js without the test runner's NODE_ENV. */
function run(mode: Mode, ...args: readonly string[]) {
  const own = { NEXT_TELEMETRY_DISABLED: '1', NODE_ENV: mode, NODE_OPTIONS: '' } as const;
  const env = { ...process.env, ...keys, ...own };
  return spawn(process.execPath, [next, ...args], { cwd: project, env, stdio: ['ignore', 'pipe', 'pipe'] });
}

async function build(): Promise<void> {
  const program = run('production', 'build');
  const [output, errors, [code]] = await Promise.all([
    text(program.stdout),
    text(program.stderr),
    once(program, 'close'),
  ]);
  if (code !== 0) throw new Error(`${output}\n${errors}`);
}

/** Tests the development server, which compiles only the requested routes, or the build and its server. */
export function nextjsContract(mode: Mode): void {
  const size = mode === 'production' ? 'full' : 'small';
  receiverContract(async () => {
    if (mode === 'production') await build();
    const command = mode === 'production' ? 'start' : 'dev';
    const server = run(mode, command, '--port', '0', '--hostname', '127.0.0.1');
    const url = Promise.withResolvers<string>();
    createInterface({ input: server.stdout })
      .on('line', (line) => {
        const [found] = /http:\/\/127\.0\.0\.1:\d+/.exec(line) ?? [];
        if (found !== undefined) url.resolve(found);
      })
      .on('close', () => url.reject(new Error('Next.js has ended')));
    return {
      url: await url.promise,
      close: async () => {
        server.kill('SIGTERM');
        await once(server, 'exit');
      },
    };
  }, size);
}
