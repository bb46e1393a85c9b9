import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished, type TestContext, vi } from 'vitest';
import { hasRuntimes } from '../../../../test/runtimes.ts';
import { type Reply, send, type Target } from './send.ts';

/** A proxy between external clients and a gateway that listens on a loopback address. */
export type InFront = (port: number, test: Pick<TestContext, 'skip'>) => Promise<Target>;

/** Uses no proxy. */
export const direct: InFront = async (port) => ({ port });

/** A TCP tunnel like `ssh -R` or socat, which does not parse HTTP. */
export async function relay(port: number): Promise<Target> {
  const server = createServer((client) => {
    const gateway = connect(port, '127.0.0.1');
    for (const [one, other] of [
      [client, gateway],
      [gateway, client],
    ] as const) {
      one.on('error', () => other.destroy()).on('close', () => other.destroy());
      one.pipe(other);
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  return { port: (server.address() as AddressInfo).port };
}

/** nginx with a minimal `proxy_pass`. It adds no `X-Forwarded-…`, and sends the gateway's own `Host`. */
export async function nginx(port: number, { skip }: Pick<TestContext, 'skip'>): Promise<Target> {
  skip(!hasRuntimes('nginx'), 'nginx is not installed');
  const folder = mkdtempSync(path.join(tmpdir(), 'inrgate-nginx-'));
  const file = (name: string) => path.join(folder, name);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  writeFileSync(
    file('nginx.conf'),
    `daemon off; master_process off; pid ${file('pid')}; error_log stderr;
events {}
http {
  access_log off;
  ${temporary.map((name) => `${name}_temp_path ${file(name)};`).join(' ')}
  server { listen unix:${file('socket')}; location / { proxy_pass http://127.0.0.1:${port}; } }
}`,
  );
  const child = spawn('nginx', ['-p', folder, '-c', file('nginx.conf')], { stdio: 'ignore' });
  onTestFinished(async () => {
    await ended(child);
    rmSync(folder, { recursive: true, force: true });
  });
  const target = { socketPath: file('socket') };
  await vi.waitUntil(() => isThere(target), { timeout: 60_000 });
  return target;
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

function isThere(target: Target): Promise<Reply | false> {
  return send(target, ['GET', '/openapi.json']).catch(() => false);
}
