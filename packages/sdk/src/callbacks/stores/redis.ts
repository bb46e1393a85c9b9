import { ConfigurationError } from '../../errors/errors.ts';
import { checkOptions } from '../../options/options.ts';
import type { CallbackStore } from '../store.ts';
import {
  checkedKeepFor,
  checkedLease,
  type LeaseOptions,
  leasedStore,
  leastKeepFor,
} from './leased-store.ts';

/** The part of a `redis` (node-redis) client, pool or cluster that the store uses. */
export interface NodeRedisClient {
  /** Runs a Lua script. The result is a string or a Buffer. */
  eval(script: string, options: { keys: string[]; arguments: string[] }): Promise<unknown>;
}

/** The part of an `ioredis` `Redis` or `Cluster` that the store uses. */
export interface IoRedisClient {
  /** Distinguishes `ioredis` from `redis`. The store does not call it. */
  defineCommand(name: string, definition: { lua: string }): void;
  /** Runs a Lua script with the number of keys, the keys and the arguments. */
  eval(script: string, numberOfKeys: number, ...keysAndArguments: string[]): Promise<unknown>;
}

export interface RedisStoreOptions extends LeaseOptions {
  /** Milliseconds for which the store keeps a completed callback. The minimum is one day. Default 30 days. */
  readonly keepFor?: number | undefined;
  /** Prefix of the keys. The store adds `inrgate:` after it. Default empty. */
  readonly prefix?: string | undefined;
}

// Each script uses only one key, because a cluster requires this. Redis measures leases and the age of records with its
// own clock. The value of the key is the token of the claim, or `done`.

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
 * Creates a store in Redis or Valkey for any number of processes. Pass your own connected client of `redis` (client,
 * pool or cluster) or `ioredis` (`Redis` or `Cluster`). The server must not evict keys (`maxmemory-policy noeviction`).
 * If the server evicts a key or loses a key in a failover, the handler runs your function again.
 *
 * @throws {ConfigurationError} for an invalid option
 */
export function createRedisStore(
  client: NodeRedisClient | IoRedisClient,
  options: RedisStoreOptions = {},
): CallbackStore {
  checkOptions('createRedisStore', options, { lease: true, keepFor: true, prefix: true });
  const lease = checkedLease(options);
  const { keepFor: kept = 30 * leastKeepFor, prefix = '' } = options;
  const keepFor = checkedKeepFor(kept);
  if (typeof prefix !== 'string') throw new ConfigurationError('prefix must be a string');
  const run = runnerOf(client);
  return leasedStore({
    async claim(key, token) {
      const result = await run(claimScript, prefix + key, [token, `${lease}`]);
      if (result === 'claimed' || result === 'busy' || result === 'done') return result;
      throw new TypeError('the Redis client returned an unexpected result for EVAL');
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
    throw new ConfigurationError('createRedisStore requires a client from redis or ioredis');
  }
  // Some clients return Buffers instead of strings.
  if ('defineCommand' in client) {
    return async (script, key, args) => String(await client.eval(script, 1, key, ...args));
  }
  return async (script, key, args) =>
    String(await client.eval(script, { keys: [key], arguments: [...args] }));
}
