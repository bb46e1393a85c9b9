import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

export interface Site {
  readonly address: string;
  readonly upstreams: readonly string[];
  readonly options: Readonly<Record<string, string>>;
  /** Headers that the health checks of the upstreams send. */
  readonly healthHeaders: Readonly<Record<string, string>>;
}

/** Options that this front supports. They behave as in Caddy. */
const known = ['health_interval', 'health_uri', 'lb_policy', 'lb_try_duration'];

/** Reads a Caddyfile with one site and one `reverse_proxy`. */
export function readCaddyfile(text: string): Site {
  const block = /^ *health_headers \{\n([^}]*)\}\n/m.exec(text);
  const lines = linesOf(text.replace(block?.[0] ?? '', ''));
  const [first = '', second = '', ...rest] = lines;
  const [, address = ''] = /^(\S+) \{$/.exec(first) ?? [];
  const [, to = ''] = /^reverse_proxy (.+) \{$/.exec(second) ?? [];
  const options = Object.fromEntries(rest.slice(0, -2).map((line) => line.split(' ')));
  if (address === '' || to === '' || rest.slice(-2).join('') !== '}}') throw new Error(`not read: ${text}`);
  if (Object.keys(options).toSorted().join() !== known.join()) throw new Error(`other directives: ${text}`);
  if (options['lb_policy'] !== 'round_robin') throw new Error(`another policy: ${text}`);
  const healthHeaders = Object.fromEntries(linesOf(block?.[1] ?? '').map(headerOf));
  return { address, upstreams: to.split(' '), options, healthHeaders };
}

function linesOf(text: string): readonly string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** Require a name and a quoted value, because unquoted words would be separate values. */
function headerOf(line: string): readonly [name: string, value: string] {
  const [, name, value] = /^(\S+) "([^"]*)"$/.exec(line) ?? [];
  if (name === undefined || value === undefined) throw new Error(`not a header: ${line}`);
  return [name, value];
}

interface Upstream {
  readonly url: string;
  isHealthy: boolean;
}

export interface Front {
  readonly url: string;
  /** Upstreams that have returned responses, in order. */
  readonly answered: readonly string[];
}

/**
 * A load balancer that follows the Caddyfile. Each request goes to the next healthy upstream. Like Caddy, the front
 * repeats the health checks, skips an unreachable upstream, and forwards the client's IP address.
 *
 * @param places actual URLs that replace those of the upstreams
 */
export async function openFront(site: Site, places: ReadonlyMap<string, string>): Promise<Front> {
  const upstreams = site.upstreams.map((name): Upstream => {
    const url = places.get(name);
    if (url === undefined) throw new Error(`nobody is ${name}`);
    return { url, isHealthy: false };
  });
  const answered: string[] = [];
  const agent = new Agent({ keepAlive: true });
  const look = () => lookAt(upstreams, site);
  const server = createServer(async (incoming, outgoing) => {
    const body = await buffer(incoming);
    for (
      const until = performance.now() + msOf(site.options['lb_try_duration']);
      performance.now() < until;
    ) {
      const next = upstreams.find(({ isHealthy }) => isHealthy);
      if (next === undefined) break;
      // Move this upstream to the end, so the next request goes to another upstream.
      upstreams.push(...upstreams.splice(upstreams.indexOf(next), 1));
      const answer = await passOn(incoming, body, { url: next.url, agent });
      if (answer === null) continue;
      answered.push(next.url);
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      return void answer.pipe(outgoing);
    }
    outgoing.writeHead(502).end();
  });
  await look();
  const timer = setInterval(() => void look(), msOf(site.options['health_interval']));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    clearInterval(timer);
    agent.destroy();
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, answered };
}

async function lookAt(
  upstreams: readonly Upstream[],
  { options, healthHeaders: headers }: Site,
): Promise<void> {
  await Promise.all(
    upstreams.map(async (upstream) => {
      const asked = await fetch(upstream.url + options['health_uri'], { headers }).catch(() => null);
      upstream.isHealthy = asked?.ok === true;
    }),
  );
}

interface Passed {
  readonly url: string;
  readonly agent: Agent;
}

/** Forwards a request. Returns null if no upstream accepted the request, so it had no effect. */
function passOn(
  { method, url: path = '', headers, socket }: IncomingMessage,
  body: Buffer,
  { url, agent }: Passed,
): Promise<IncomingMessage | null> {
  const passed = {
    ...headers,
    'x-forwarded-for': socket.remoteAddress,
    'x-forwarded-host': headers.host,
    'x-forwarded-proto': 'https',
  };
  return new Promise((resolve, reject) => {
    request(url + path, { method, headers: passed, agent }, resolve)
      .on('error', (error: NodeJS.ErrnoException) => {
        if (error.code === 'ECONNREFUSED') resolve(null);
        else reject(error);
      })
      .end(body);
  });
}

function msOf(duration = ''): number {
  const [, seconds] = /^(\d+)s$/.exec(duration) ?? [];
  if (seconds === undefined) throw new Error(`${duration} is not read`);
  return Number(seconds) * 1_000;
}
