import { createServer, type RequestListener, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isLoopback } from '@inrgate/sdk/internal';
import type { ListenOptions, MockGateway } from '../../src/gateway.ts';

type Call = (...all: unknown[]) => unknown;
type Calls = Readonly<Record<string, Call>>;

/** Combines two gateways on one backend. Each request or control call alternates between the two gateways. */
export function roundRobin(gateways: readonly [MockGateway, MockGateway]): MockGateway {
  const [first, second] = gateways;
  let [present, next] = [first, second];
  const turn = () => {
    [present, next] = [next, present];
    return present;
  };
  const proxy = new RoundRobinServer(gateways, turn);
  const own = {
    // A synchronous call uses the same gateway as the previous call.
    health: () => present.health(),
    events: first.events,
    clock: { ...byTurns(turn, 'clock'), get: () => present.clock.get() },
    fetch: (...all: Parameters<MockGateway['fetch']>) => turn().fetch(...all),
    listen: (options?: ListenOptions) => proxy.listen(options),
    drain: async () => {
      await Promise.all([first.drain(), second.drain()]);
    },
    async close() {
      const ended = proxy.end();
      await Promise.all([first.close(), second.close()]);
      proxy.breakOff();
      await ended;
    },
  };
  return new Proxy(first, {
    get(_, name: keyof MockGateway) {
      if (name in own) return own[name as keyof typeof own];
      if (typeof first[name] === 'function') return (...all: unknown[]) => (turn()[name] as Call)(...all);
      const isGroup = typeof first[name] === 'object' && name !== 'merchant';
      return isGroup ? byTurns(turn, name) : present[name];
    },
  });
}

function byTurns(turn: () => MockGateway, group: keyof MockGateway): Calls {
  return new Proxy({} as Calls, {
    get:
      (_, call: string) =>
      (...all: unknown[]) =>
        (turn()[group] as unknown as Calls)[call]?.(...all),
    ownKeys: () => Reflect.ownKeys(turn()[group] as object),
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  });
}

/** A load balancer in front of the gateways. */
class RoundRobinServer {
  readonly #gateways: readonly MockGateway[];
  readonly #turn: () => MockGateway;
  readonly #server = createServer((request, response) => this.#app()(request, response));
  readonly #apps = new Map<MockGateway, RequestListener>();
  #hasEnded = false;

  constructor(gateways: readonly MockGateway[], turn: () => MockGateway) {
    this.#gateways = gateways;
    this.#turn = turn;
  }

  #app(): RequestListener {
    return this.#apps.get(this.#turn()) ?? (() => {});
  }

  async listen({ host = '127.0.0.1', port = 0, trustProxy }: ListenOptions = {}): Promise<MockGateway> {
    const server = this.#server;
    // After the load balancer has ended, each gateway returns its own response.
    if (this.#hasEnded) for (const gateway of this.#gateways) await gateway.listen();
    const isOpen = !isLoopback(host);
    // Let each gateway listen, because each checks which clients may connect to its host.
    if (isOpen) for (const gateway of this.#gateways) await gateway.listen({ host, trustProxy });
    const own = this.#gateways.map(({ url }) => url);
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(port, host, resolve);
    });
    const origin = `http://${isOpen ? '127.0.0.1' : host}:${(server.address() as AddressInfo).port}`;
    for (const [index, gateway] of this.#gateways.entries()) {
      const app = gateway.express({ origin, trustProxy });
      this.#apps.set(gateway, isOpen ? passingOnTo(own[index] ?? '') : app);
    }
    return this.#turn();
  }

  async end(): Promise<void> {
    this.#hasEnded = true;
    if (!this.#server.listening) return;
    await new Promise<void>((resolve) => {
      this.#server.close(() => resolve());
    });
  }

  breakOff(): void {
    this.#server.closeAllConnections();
  }
}

/** Forwards requests unchanged. */
function passingOnTo(url: string): RequestListener {
  return (request, response) => {
    const { method, rawHeaders: headers, url: path = '' } = request;
    const onward = send(url + path, { method, headers, setHost: false, agent: false }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  };
}
