import { spawnSync } from 'node:child_process';
import { createServer } from 'node:net';
import path from 'node:path';
import { startServerProcess, temporaryFolder } from '../../../../../test/server-process.ts';

/** Starts a Redis in memory, with a socket in its folder. */
export async function startRedis() {
  const program = redisServer();
  const folder = await temporaryFolder('redis');
  const socket = path.join(folder, 'redis.sock');
  const server = await start(program, folder, ['--port', '0', '--unixsocket', socket]);
  return { ...server, socket };
}

/**
 * Starts a Redis Cluster of one node with every slot. The cluster needs a port, which another program may use before it
 * starts.
 */
export async function startRedisCluster() {
  const program = redisServer();
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

async function start(program: string, folder: string, args: readonly string[]) {
  return startServerProcess({
    program,
    args: [...args, '--dir', folder, '--save', '', '--appendonly', 'no'],
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

/** Returns the path of the server: INRGATE_REDIS_SERVER, or the server on the PATH. */
function redisServer(): string {
  const programs = [process.env['INRGATE_REDIS_SERVER'], 'redis-server', 'valkey-server'];
  const program = programs.find((name) => name && spawnSync(name, ['--version']).status === 0);
  if (!program) throw new Error('These tests need Redis: install redis-server or valkey-server');
  return program;
}
