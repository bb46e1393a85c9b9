import http, { type ClientRequest } from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';

export interface Route {
  readonly kind: 'v3' | 'v1' | 'callback' | 'other';
  readonly origin: URL;
  /** Path and query that the proxy requests from the target. */
  readonly target: string;
  /** The path below the root of its API, without the query. */
  readonly path: string;
  readonly query: string;
}

/** The roots of the targets behind the proxy. */
export interface Targets {
  /** The base URL of the v3 API. */
  readonly to: URL;
  readonly toLegacy: URL | null;
  /** The shop's endpoint for callbacks. */
  readonly callbacksTo: URL | null;
}

export const callbackPath = '/callbacks';

export function rootPath({ pathname }: URL): string {
  return pathname.replace(/\/$/, '');
}

/** Returns true if two roots have the same path. */
export function isAmbiguous({ to, toLegacy }: Targets): boolean {
  return toLegacy !== null && rootPath(to) === rootPath(toLegacy);
}

/** Selects the target whose root is the longest match. Keeps the path unchanged. */
export function routeOf(url: string, targets: Targets): Route {
  // A request to a proxy can contain the host (RFC 9112, absolute-form). Ignore this host.
  const target = url.replace(/^https?:\/\/[^/?#]*/i, '') || '/';
  const at = target.indexOf('?');
  const [path, query] = at < 0 ? [target, ''] : [target.slice(0, at), target.slice(at + 1)];
  if (targets.callbacksTo !== null && isBelow(path, callbackPath)) {
    return callbackRoute(targets.callbacksTo, { path, query });
  }
  const roots = [
    { kind: 'v3', url: targets.to },
    ...(targets.toLegacy === null ? [] : [{ kind: 'v1', url: targets.toLegacy } as const]),
  ] as const;
  const [nearest] = roots
    .filter((root) => isBelow(path, rootPath(root.url)))
    .sort((a, b) => rootPath(b.url).length - rootPath(a.url).length);
  if (nearest === undefined) return { kind: 'other', origin: targets.to, target, path, query };
  const below = path.slice(rootPath(nearest.url).length);
  return { kind: nearest.kind, origin: nearest.url, target, path: below, query };
}

/** Maps a path below `/callbacks` to the shop's URL. */
function callbackRoute(to: URL, { path, query }: { readonly path: string; readonly query: string }): Route {
  const below = path.slice(callbackPath.length);
  const own = below === '' ? to.pathname : rootPath(to) + below;
  const search = [to.search.slice(1), query].filter((part) => part !== '').join('&');
  return { kind: 'callback', origin: to, target: search === '' ? own : `${own}?${search}`, path: own, query };
}

function isBelow(path: string, root: string): boolean {
  return path === root || path.startsWith(`${root}/`);
}

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
