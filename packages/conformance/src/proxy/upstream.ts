import http, { type ClientRequest } from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';

/**
 * The connections to the targets for one client connection. While the client's connection is open, each target has one
 * connection, so exchanges of different clients never wait for each other.
 */
export class Upstream {
  readonly #agents = new Map<string, http.Agent>();

  constructor(caller: Socket) {
    caller.once('close', () => {
      for (const agent of this.#agents.values()) agent.destroy();
    });
  }

  request(origin: URL, options: http.RequestOptions): ClientRequest {
    const { request } = origin.protocol === 'https:' ? https : http;
    return request({
      ...options,
      protocol: origin.protocol,
      hostname: origin.hostname.replace(/^\[|\]$/g, ''),
      port: origin.port,
      agent: this.#agentOf(origin),
    });
  }

  #agentOf({ origin, protocol }: URL): http.Agent {
    const before = this.#agents.get(origin);
    if (before !== undefined) return before;
    const { Agent } = protocol === 'https:' ? https : http;
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    this.#agents.set(origin, agent);
    return agent;
  }
}
