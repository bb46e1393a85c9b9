import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { runProgram, startServerProcess, temporaryFolder } from '../../../../../test/server-process.ts';

/** A Redis of its own, in memory, reached by a socket in its folder. */
export async function startRedis() {
  const program = await redisServer();
  const folder = await temporaryFolder('redis');
  const socket = path.join(folder, 'redis.sock');
  const server = await start(program, folder, ['--port', '0', '--unixsocket', socket]);
  return { ...server, socket };
}

/** A Redis Cluster of one node that has every slot. It must have a port; one that was free a moment ago may be taken. */
export async function startRedisCluster() {
  const program = await redisServer();
  for (let attempt = 1; ; attempt += 1) {
    const [port, bus] = await Promise.all([freePort(), freePort()]);
    const folder = await temporaryFolder('redis-cluster');
    const ports = ['--bind', '127.0.0.1', '--port', `${port}`, '--cluster-port', `${bus}`];
    const cluster = ['--cluster-enabled', 'yes', '--cluster-announce-ip', '127.0.0.1'];
    try {
      return { ...(await start(program, folder, [...ports, ...cluster])), port };
    } catch (error) {
      if (attempt === 5) throw error;
    }
  }
}

async function start({ program, libraries }: RedisServer, folder: string, args: readonly string[]) {
  return startServerProcess({
    program,
    args: [...args, '--dir', folder, '--save', '', '--appendonly', 'no'],
    options: { env: { ...process.env, ...libraries } },
    folder,
    ready: /ready to accept connections/i,
  });
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

interface RedisServer {
  readonly program: string;
  readonly libraries?: { readonly LD_LIBRARY_PATH: string };
}

/** The server of INRGATE_REDIS_SERVER, or of the PATH, or of Debian's package, which needs no installation. */
async function redisServer(): Promise<RedisServer> {
  const named = process.env['INRGATE_REDIS_SERVER'];
  if (named) return { program: named };
  const program = ['redis-server', 'valkey-server'].find(runs);
  return program === undefined ? unpacked() : { program };
}

function runs(program: string): boolean {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const cache = path.resolve(import.meta.dirname, '../../../../../.cache/redis');

async function unpacked(): Promise<RedisServer> {
  if (!existsSync(cache)) {
    await unpack().catch((cause: unknown) => {
      throw new Error(
        'These tests need Redis: install redis-server or valkey-server, or name one in INRGATE_REDIS_SERVER',
        { cause },
      );
    });
  }
  const program = path.join(cache, 'usr/bin/redis-server');
  const libraries = await readdir(path.join(cache, 'usr/lib'));
  const folders = libraries.map((folder) => path.join(cache, 'usr/lib', folder));
  return { program, libraries: { LD_LIBRARY_PATH: folders.join(':') } };
}

/** Has apt fetch the package and what it lacks on this machine, and unpacks them beside; needs no rights. */
async function unpack(): Promise<void> {
  await mkdir(path.dirname(cache), { recursive: true });
  const folder = await mkdtemp(`${cache}-`);
  try {
    for (const part of ['lists/partial', 'archives/partial', 'root']) {
      await mkdir(path.join(folder, part), { recursive: true });
    }
    const settings = [
      `Dir::State::Lists=${folder}/lists`,
      `Dir::Cache=${folder}`,
      'Debug::NoLocking=true',
      'APT::Sandbox::User=',
    ];
    const options = ['-qq', ...settings.flatMap((setting) => ['-o', setting])];
    await runProgram('apt-get', [...options, 'update']);
    const install = ['install', '--download-only', '--yes', '--no-install-recommends', 'redis-server'];
    await runProgram('apt-get', [...options, ...install]);
    const archives = path.join(folder, 'archives');
    for (const archive of await readdir(archives)) {
      if (!archive.endsWith('.deb')) continue;
      await runProgram('dpkg-deb', ['--extract', path.join(archives, archive), path.join(folder, 'root')]);
    }
    // Another test may have been faster; then its copy stays.
    await rename(path.join(folder, 'root'), cache).catch((error: unknown) => {
      if (!existsSync(cache)) throw error;
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
