import { Cluster, Redis } from 'ioredis';
import { createClient, createClientPool, createCluster } from 'redis';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { hasRuntimes } from '../../../../test/runtimes.ts';
import { createCallbackHandler } from '../../src/callbacks/handler.ts';
import { sharedStoreContract } from '../../src/callbacks/store.contract.ts';
import { sharedHandlersContract } from '../../src/callbacks/stores/handlers.contract.ts';
import { createRedisStore, type RedisStoreOptions } from '../../src/callbacks/stores/redis.ts';
import { signedCallback } from '../../src/testing/signed-callback.ts';
import { startRedis, startRedisCluster } from './support/redis.ts';

type Server = Awaited<ReturnType<typeof startRedis>>;
type ClusterServer = Awaited<ReturnType<typeof startRedisCluster>>;
let server: Server;
let cluster: ClusterServer;

beforeAll(async () => {
  server = await startRedis();
  cluster = await startRedisCluster();
  const admin = new Redis(cluster.port);
  await admin.call('CLUSTER', 'ADDSLOTSRANGE', '0', '16383');
  await vi.waitFor(
    async () => expect(await admin.call('CLUSTER', 'INFO')).toContain('cluster_state:ok'),
    10_000,
  );
  await admin.quit();
});

afterAll(async () => {
  await server?.stop();
  await cluster?.stop();
});

const clients = {
  async 'redis, client'() {
    const client = createClient({ socket: { path: server.socket, tls: false } });
    await client.connect();
    onTestFinished(() => client.close());
    return client;
  },
  async 'redis, pool'() {
    const pool = createClientPool({ socket: { path: server.socket, tls: false } });
    await pool.connect();
    onTestFinished(() => pool.close());
    return pool;
  },
  async 'redis, cluster'() {
    const client = createCluster({ rootNodes: [{ socket: { host: '127.0.0.1', port: cluster.port } }] });
    await client.connect();
    onTestFinished(() => client.close());
    return client;
  },
  async 'ioredis, client'() {
    const client = new Redis(server.socket);
    onTestFinished(() => client.disconnect());
    return client;
  },
  async 'ioredis, cluster'() {
    const client = new Cluster([{ host: '127.0.0.1', port: cluster.port }]);
    onTestFinished(() => client.disconnect());
    return client;
  },
};

let tests = 0;

function shared(kind: keyof typeof clients, options: RedisStoreOptions = {}) {
  tests += 1;
  const prefix = `test-${tests}:`;
  return {
    prefix,
    async connect() {
      return createRedisStore(await clients[kind](), { prefix, ...options });
    },
    async expireLeases() {
      const admin = kind.includes('cluster') ? new Redis(cluster.port) : new Redis(server.socket);
      for (const key of await admin.keys(`${prefix}*`)) {
        // Expires the key as Redis would.
        if ((await admin.get(key)) !== 'done') await admin.pexpire(key, 0);
      }
      admin.disconnect();
    },
  };
}

describe.runIf(hasRuntimes('redis'))('a Redis server', () => {
  for (const kind of Object.keys(clients) as (keyof typeof clients)[]) {
    sharedStoreContract(`the store in Redis (${kind})`, () => shared(kind));
  }
  sharedHandlersContract('Redis (redis)', () => shared('redis, client'));
  sharedHandlersContract('Redis (ioredis)', () => shared('ioredis, client'));

  describe('the store in Redis', () => {
    it('the Redis store holds a claim for the lease and a key for keepFor, on the clock of the server', async () => {
      const { connect, prefix } = shared('ioredis, client', { lease: 7_000, keepFor: 90_000_000 });
      const store = await connect();
      const admin = await clients['ioredis, client']();
      await store.claim('a');
      const lease = await admin.pttl(`${prefix}a`);
      expect(lease).toBeGreaterThan(2_000);
      expect(lease).toBeLessThanOrEqual(7_000);
      await store.complete('a');
      const memory = await admin.pttl(`${prefix}a`);
      expect(memory).toBeGreaterThan(89_000_000);
      expect(memory).toBeLessThanOrEqual(90_000_000);
    });

    it('the Redis store keeps a key for 30 days by default', async () => {
      const { connect, prefix } = shared('redis, client');
      const store = await connect();
      await store.claim('a');
      await store.complete('a');
      const admin = await clients['ioredis, client']();
      expect(Math.round((await admin.pttl(`${prefix}a`)) / 86_400_000)).toBe(30);
    });

    it('a claim in the Redis store ends with its lease without a call to the store', async () => {
      const { connect } = shared('redis, client', { lease: 20 });
      const [store, other] = [await connect(), await connect()];
      await store.claim('a');
      await vi.waitFor(async () => expect(await other.claim('a')).toBe('claimed'), 60_000);
    });

    it('the Redis store supports a client that returns Buffers and a client that prefixes keys', async () => {
      const buffers = (await clients['redis, client']()).withTypeMapping({ 36: Buffer });
      const prefixing = new Redis({ path: server.socket, keyPrefix: 'shop:' });
      onTestFinished(() => prefixing.disconnect());
      for (const client of [buffers, prefixing]) {
        const store = createRedisStore(client, { prefix: `odd-${tests}:` });
        expect(await store.claim('a')).toBe('claimed');
        await store.complete('a');
        expect(await store.claim('a')).toBe('done');
      }
      expect(await prefixing.get(`odd-${tests}:a`)).toBe('done');
    });

    it('the Redis store rejects invalid options', async () => {
      const client = await clients['ioredis, client']();
      expect(() => createRedisStore(client, { lease: 0 })).toThrow('lease must be');
      expect(() => createRedisStore(client, { keepFor: 86_399_999 })).toThrow('keepFor must be');
      expect(() => createRedisStore({} as Redis)).toThrow('requires a client');
    });

    it('the Redis store acknowledges no callback and calls no function while Redis is down', async () => {
      const own = await startRedis();
      const client = new Redis(own.socket, { retryStrategy: () => null, lazyConnect: true });
      client.on('error', () => {});
      await client.connect();
      const onPayin = vi.fn();
      const errors: unknown[] = [];
      const credentials = { mchId: 'DEMO1001', mchKey: 'demo-mch-key' };
      const handle = createCallbackHandler({
        ...credentials,
        onPayin,
        store: createRedisStore(client),
        onError: (error) => errors.push(error),
      });
      await own.stop();
      const { body, contentType } = signedCallback('payin', credentials);
      const init = { method: 'POST', headers: { 'content-type': contentType }, body };
      expect((await handle(new Request('http://shop.example/', init))).status).toBe(500);
      expect(onPayin).not.toHaveBeenCalled();
      expect(errors).toHaveLength(1);
    });
  });
});
