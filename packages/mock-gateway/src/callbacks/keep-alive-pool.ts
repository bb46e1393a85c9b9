import http from 'node:http';
import https from 'node:https';
import type { Duplex } from 'node:stream';

/** Save the timer at load time, because a socket is idle in real time even if a test fakes timers. */
const later = setTimeout;
const now = performance.now.bind(performance);

export interface KeepAlivePoolOptions {
  /** Maximum number of idle connections to one host and port. */
  readonly maxPerReceiver: number;
  /** Maximum number of idle connections in total. */
  readonly maxIdle: number;
  /**
   * Idle time in real milliseconds. The pool closes a connection between `idleMs` and one and a half times `idleMs`.
   * node:http itself closes a connection if the receiver's `Keep-Alive` header allows only one second.
   */
  readonly idleMs?: number | undefined;
}

/**
 * Idle connections to receivers, for the next callback. The pool closes these connections before the receivers close
 * them, which is usually after two seconds or more. The maximum number of deliveries limits the connections in use.
 */
export class KeepAlivePool {
  readonly #http: http.Agent;
  readonly #https: http.Agent;

  constructor({ maxPerReceiver, maxIdle, idleMs = 1_000 }: KeepAlivePoolOptions) {
    const idle = new IdleSockets(maxIdle, idleMs);
    // Close the connection with the longest idle time, because its receiver has most likely closed it.
    const options = {
      keepAlive: true,
      maxFreeSockets: maxPerReceiver,
      scheduling: 'fifo',
    } as const;
    this.#http = bounded(new http.Agent(options), idle);
    // The pool verifies the certificate of each new connection.
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
 * Idle sockets. Closes a socket if there are too many, if it receives unexpected data, or if it is idle for too long.
 */
class IdleSockets {
  readonly #max: number;
  readonly #ms: number;
  readonly #sockets = new Map<Duplex, { readonly since: number; readonly leave: () => void }>();
  #sweep: NodeJS.Timeout | null = null;

  constructor(max: number, ms: number) {
    this.#max = max;
    this.#ms = ms;
  }

  add(socket: Duplex): void {
    // An unexpected response could be read as the response to the next callback.
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
   * Removes the socket immediately, because the socket closes only at the end of the turn. Otherwise the next call
   * would select this socket.
   */
  #end(socket: Duplex): void {
    this.remove(socket);
    socket.destroy();
  }

  /** Sets one timer for all sockets, because the agent's `timeout` sets two for each request. */
  #sweepLater(): void {
    this.#sweep ??= later(() => {
      this.#sweep = null;
      const before = now() - this.#ms;
      for (const [socket, { since }] of this.#sockets) if (since <= before) this.#end(socket);
      if (this.#sockets.size > 0) this.#sweepLater();
    }, this.#ms / 2).unref();
  }
}

/** Overrides two methods, as nodejs.org/api/http.html (`agent.keepSocketAlive`) allows. */
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
