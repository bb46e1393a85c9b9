import http from 'node:http';
import https from 'node:https';
import type { Duplex } from 'node:stream';

/** Saved at load time, like the timers of a lease, because a socket is idle in real time. */
const later = setTimeout;
const now = performance.now.bind(performance);

export interface KeepAlivePoolOptions {
  /** Idle connections to one host and port. */
  readonly maxPerReceiver: number;
  /** Idle connections in all. */
  readonly maxIdle: number;
  /**
   * Idle time in real milliseconds, plus half of it at most. A receiver's `Keep-Alive` header can only allow more,
   * because node:http keeps no connection that it limits to one second.
   */
  readonly idleMs?: number | undefined;
}

/**
 * Connections to receivers that are kept for the next callback. The short idle time ends them before a receiver does,
 * which usually waits two seconds or more. The number of deliveries bounds the connections in use.
 */
export class KeepAlivePool {
  readonly #http: http.Agent;
  readonly #https: http.Agent;

  constructor({ maxPerReceiver, maxIdle, idleMs = 1_000 }: KeepAlivePoolOptions) {
    const idle = new IdleSockets(maxIdle, idleMs);
    // Closes the connection that was idle longest, because its receiver is the most likely to have closed it.
    const options = {
      keepAlive: true,
      maxFreeSockets: maxPerReceiver,
      scheduling: 'fifo',
    } as const;
    this.#http = bounded(new http.Agent(options), idle);
    // Each connection is verified again, beginning with its certificate.
    this.#https = bounded(new https.Agent({ ...options, maxCachedSessions: 0 }), idle);
  }

  agentFor({ protocol }: http.RequestOptions): http.Agent {
    return protocol === 'https:' ? this.#https : this.#http;
  }

  /** Closes all connections, including those in use. */
  close(): void {
    this.#http.destroy();
    this.#https.destroy();
  }
}

/**
 * Idle sockets. Closes a socket if there are too many, if it receives unexpected data, or if it is idle for
 * too long.
 */
class IdleSockets {
  readonly #max: number;
  readonly #ms: number;
  /** Start of the idle time, oldest first, with the function that removes the socket. */
  readonly #sockets = new Map<Duplex, { readonly since: number; readonly leave: () => void }>();
  #sweep: NodeJS.Timeout | null = null;

  constructor(max: number, ms: number) {
    this.#max = max;
    this.#ms = ms;
  }

  add(socket: Duplex): void {
    // An unsolicited response could be mistaken for the response to the next callback.
    const end = () => void socket.destroy();
    const forget = () => void this.#sockets.delete(socket);
    socket.on('data', end).once('close', forget);
    const leave = () => void socket.off('data', end).off('close', forget);
    this.#sockets.set(socket, { since: now(), leave });
    const [oldest] = this.#sockets.keys();
    if (oldest !== undefined && this.#sockets.size > this.#max) this.#end(oldest);
    this.#sweepLater();
  }

  remove(socket: Duplex): void {
    this.#sockets.get(socket)?.leave();
    this.#sockets.delete(socket);
  }

  /**
   * Removed at once, because the socket closes only at the end of the turn. Otherwise the next surplus socket
   * would be the same one.
   */
  #end(socket: Duplex): void {
    this.remove(socket);
    socket.destroy();
  }

  /** One timer for all sockets, because `timeout` of the agent sets two for each request. */
  #sweepLater(): void {
    this.#sweep ??= later(() => {
      this.#sweep = null;
      const before = now() - this.#ms;
      for (const [socket, { since }] of this.#sockets) if (since <= before) this.#end(socket);
      if (this.#sockets.size > 0) this.#sweepLater();
    }, this.#ms / 2).unref();
  }
}

/** Node allows overriding these two methods (nodejs.org/api/http.html, `agent.keepSocketAlive`). */
function bounded(agent: http.Agent, idle: IdleSockets): http.Agent {
  const [keep, reuse] = [agent.keepSocketAlive.bind(agent), agent.reuseSocket.bind(agent)];
  agent.keepSocketAlive = (socket) => {
    const kept: unknown = keep(socket);
    if (kept) idle.add(socket);
    return kept;
  };
  agent.reuseSocket = (socket, request) => {
    idle.remove(socket);
    reuse(socket, request);
  };
  return agent;
}
