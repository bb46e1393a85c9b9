import { ConfigurationError } from '../../errors/configuration-error.ts';
import type { CallbackStore } from '../store.ts';
import { leasedStore } from './leased-store.ts';
import { checkedKeepFor, checkedLease, type LeaseOptions, leastKeepFor } from './options.ts';

/** What of a client, pool or cluster of `redis` (node-redis) the store uses. */
export interface NodeRedisClient {
  /** Runs a Lua script. Its answer may be a string or a Buffer, as the client is set. */
  eval(script: string, options: { keys: string[]; arguments: string[] }): Promise<unknown>;
}

/** What of a `Redis` or `Cluster` of `ioredis` the store uses. */
export interface IoRedisClient {
  /** Not called: it tells the two clients apart. */
  defineCommand(name: string, definition: { lua: string }): void;
  /** Runs a Lua script: after the number of keys come the keys, then the arguments. */
  eval(script: string, numberOfKeys: number, ...keysAndArguments: string[]): Promise<unknown>;
}

/** How a store in Redis is set up. */
export interface RedisStoreOptions extends LeaseOptions {
  /** Milliseconds that a completed callback is remembered, at least a day. Default 30 days. */
  readonly keepFor?: number | undefined;
  /** What the keys begin with, before `inrgate:`. Default nothing. */
  readonly prefix?: string | undefined;
}

// Each script touches one key, so that it runs on a cluster. Leases and memories end by Redis's own clock. The value
// is the token of the claim, or `done`.

const claimScript = `
local holder = redis.call('GET', KEYS[1])
if holder == 'done' then return 'done' end
if holder and holder ~= ARGV[1] then return 'busy' end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 'claimed'`;

const completeScript = `
local holder = redis.call('GET', KEYS[1])
if holder and holder ~= 'done' and holder ~= ARGV[1] then return 'taken over' end
redis.call('SET', KEYS[1], 'done', 'PX', ARGV[2])
return 'done'`;

const releaseScript = `
if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end
return 'released'`;

/**
 * A store in Redis or Valkey, for any number of processes. Takes your own connected client: of `redis` (client, pool
 * or cluster) or of `ioredis` (`Redis` or `Cluster`). The server must not evict keys (`maxmemory-policy noeviction`):
 * a memory that is evicted, or lost in a failover, is a callback that runs again.
 *
 * @throws {ConfigurationError} for a bad option
 */
export function createRedisStore(
  client: NodeRedisClient | IoRedisClient,
  options: RedisStoreOptions = {},
): CallbackStore {
  const lease = checkedLease(options);
  const keepFor = checkedKeepFor(options.keepFor ?? 30 * leastKeepFor);
  const { prefix = '' } = options;
  const run = runnerOf(client);
  return leasedStore({
    async claim(key, token) {
      const result = await run(claimScript, prefix + key, [token, `${lease}`]);
      if (result === 'claimed' || result === 'busy' || result === 'done') return result;
      throw new TypeError('the Redis client gave an unexpected answer to EVAL');
    },
    async complete(key, token) {
      return (await run(completeScript, prefix + key, [token, `${keepFor}`])) === 'done';
    },
    async release(key, token) {
      await run(releaseScript, prefix + key, [token]);
    },
  });
}

type Runner = (script: string, key: string, args: readonly string[]) => Promise<string>;

function runnerOf(client: NodeRedisClient | IoRedisClient): Runner {
  if (typeof client?.eval !== 'function') {
    throw new ConfigurationError('createRedisStore needs a client of redis or ioredis');
  }
  // A client can be set to answer with Buffers; their text is the same.
  if ('defineCommand' in client) {
    return async (script, key, args) => String(await client.eval(script, 1, key, ...args));
  }
  return async (script, key, args) =>
    String(await client.eval(script, { keys: [key], arguments: [...args] }));
}
