import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import type { Passed } from '../har/har.ts';
import { listening } from '../http/messages.ts';
import { maxHeaderSize, ProxiedExchange } from './proxied-exchange.ts';
import { callbackPath, isAmbiguous, rootPath, routeOf, type Targets, Upstream } from './target.ts';

/** Options of the proxy. */
export interface ProxyOptions extends Omit<Targets, 'toLegacy' | 'callbacksTo'> {
  /** The base URL of the v1 API, or null without v1. */
  readonly toLegacy?: URL | null | undefined;
  /** The shop's endpoint for callbacks, or null. */
  readonly callbacksTo?: URL | null | undefined;
  /** The port on 127.0.0.1. The default, 0, selects a free port. */
  readonly port?: number | undefined;
  /** Function that the proxy calls after each exchange, without delaying it. */
  readonly onPassed: (passed: Passed) => void;
}

/** A running proxy. */
export interface RunningProxy {
  /** The proxy's origin. */
  readonly url: string;
  /** The proxy's base URL of the v3 API. */
  readonly baseUrl: string;
  /** The proxy's base URL of the v1 API, or null without v1. */
  readonly legacyBaseUrl: string | null;
  /** The proxy's URL for callbacks, or null without callbacks. */
  readonly callbackUrl: string | null;
  /** Rejects new requests, waits a short time for running exchanges, and then ends the remaining exchanges. */
  close(): Promise<void>;
}

const host = '127.0.0.1';
/** Milliseconds that running exchanges may need to end. */
const graceMs = 2_000;
/** Two roots have the same path, so the proxy could not distinguish their requests. */
export class AmbiguousTargets extends Error {
  override readonly name = 'AmbiguousTargets';
}

/**
 * Starts a proxy between a shop and a gateway. The proxy forwards all bytes unchanged.
 *
 * @throws {AmbiguousTargets}
 * @throws the system's own error: `EADDRINUSE`, `EACCES`
 */
export async function startProxy(options: ProxyOptions): Promise<RunningProxy> {
  const { to, toLegacy = null, callbacksTo = null, port = 0, onPassed } = options;
  const targets = { to, toLegacy, callbacksTo };
  if (isAmbiguous(targets)) throw new AmbiguousTargets('the roots of v3 and v1 have the same path');
  const connections = new WeakMap<Socket, Upstream>();
  const own = new Set<string>();
  const server = createServer({ maxHeaderSize, requireHostHeader: false, keepAliveTimeout: 0 });
  Object.assign(server, { requestTimeout: 0, headersTimeout: 0, timeout: 0 });
  let untold = 0;
  const tell = (passed: Passed) => {
    untold -= 1;
    onPassed(passed);
  };
  const pass = (request: IncomingMessage, response: ServerResponse) => {
    const upstream = connections.get(request.socket) ?? new Upstream(request.socket);
    connections.set(request.socket, upstream);
    const route = routeOf(request.url ?? '/', targets);
    untold += 1;
    new ProxiedExchange({ request, response, upstream, route, own, onPassed: tell }).begin();
  };
  server.on('request', pass).on('checkContinue', pass).on('checkExpectation', pass);
  const taken = await listening(server, port);
  for (const name of [host, 'localhost', '[::1]']) own.add(`${name}:${taken}`);
  const url = `http://${host}:${taken}`;
  return {
    url,
    baseUrl: url + rootPath(to),
    legacyBaseUrl: toLegacy === null ? null : url + rootPath(toLegacy),
    callbackUrl: callbacksTo === null ? null : url + callbackPath,
    close: async () => {
      await closed(server);
      // Exchanges that were cut are reported a few turns of the event loop later.
      for (let turns = 0; untold > 0 && turns < 100; turns++) await turn();
    },
  };
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), graceMs);
    server.close(() => {
      clearTimeout(cut);
      resolve();
    });
    server.closeIdleConnections();
  });
}
