import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ListenOptions, MockGateway } from '../../src/gateway.ts';

type Call = (...all: unknown[]) => unknown;
type Calls = Readonly<Record<string, Call>>;

/** Gateways on one backend as one: each request, and each control call as a method, goes to the other one than before. */
export function roundRobin(gateways: readonly [MockGateway, MockGateway]): MockGateway {
  const [first, second] = gateways;
  let [present, next] = [first, second];
  const turn = () => {
    [present, next] = [next, present];
    return present;
  };
  const proxy = new RoundRobinServer(gateways, turn);
  const own = {
    // What answers at once is asked of the one that was asked last.
    health: () => present.health(),
    events: first.events,
    clock: { ...byTurns(turn, 'clock'), get: () => present.clock.get() },
    fetch: (...all: Parameters<MockGateway['fetch']>) => turn().fetch(...all),
    listen: (options?: ListenOptions) => proxy.listen(options),
    async close() {
      await Promise.all([proxy.close(), first.close(), second.close()]);
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

/** What stands before them, as a load balancer does. */
class RoundRobinServer {
  readonly #gateways: readonly MockGateway[];
  readonly #turn: () => MockGateway;
  readonly #server = createServer((request, response) => this.#app()(request, response));
  readonly #apps = new Map<MockGateway, RequestListener>();

  constructor(gateways: readonly MockGateway[], turn: () => MockGateway) {
    this.#gateways = gateways;
    this.#turn = turn;
  }

  #app(): RequestListener {
    return this.#apps.get(this.#turn()) ?? (() => {});
  }

  async listen({ host = '127.0.0.1', port = 0, trustProxy }: ListenOptions = {}): Promise<MockGateway> {
    const server = this.#server;
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(port, host, resolve);
    });
    const origin = `http://${host}:${(server.address() as AddressInfo).port}`;
    for (const gateway of this.#gateways) this.#apps.set(gateway, gateway.express({ origin, trustProxy }));
    return this.#turn();
  }

  async close(): Promise<void> {
    if (!this.#server.listening) return;
    await new Promise<void>((resolve) => {
      this.#server.close(() => resolve());
      this.#server.closeAllConnections();
    });
  }
}
