import type { RequestListener, Server } from 'node:http';
import { isLoopback } from '@inrgate/sdk/internal';
import {
  addressesAt,
  type GatewayAddresses,
  originOf,
  parseOrigin,
  unservedOrigin,
} from './configuration/addresses.ts';
import { ConfigurationError } from './configuration/configuration-error.ts';
import type { MerchantInput } from './configuration/options.ts';
import { type Controls, createControls } from './control/controls.ts';
import type { GatewayOptions } from './gateway-options.ts';
import { expressApp } from './http/adapters/express.ts';
import { answerFetch } from './http/adapters/fetch.ts';
import { type ListenAddress, type Listening, listen } from './http/adapters/listen.ts';
import { answerNode } from './http/adapters/node-http.ts';
import type { ProxyTrust } from './http/adapters/proxy-trust.ts';
import { publishedControlDocument } from './http/control/control.ts';
import type { Guard } from './http/core/guard.ts';
import { type Handler, OpenRequests } from './http/core/open-requests.ts';
import { publishedWireDocument } from './http/document/answer.ts';
import { Dashboard } from './pages/dashboard/dashboard.ts';
import { Documentation } from './pages/documentation/documentation.ts';
import { type Routing, route } from './router.ts';
import { RunningGateway } from './running-gateway.ts';

export type { GatewayAddresses, GatewayOptions };

/** Listening address, and the proxies that may report the client's IP address. */
export interface ListenOptions extends ListenAddress, ProxyTrust {}

/**
 * The gateway as an Express app, without Express's types, because the caller installs them. `gatewayExpress` of
 * `@inrgate/mock-gateway/express` returns the complete type.
 */
export interface GatewayApp extends RequestListener {
  /** Listens like `Server.listen` of `node:http`. */
  readonly listen: { (port: number): Server; (port: number, host: string): Server };
}

/** Options of the Express app: trusted proxies and the public origin. */
export interface ExpressOptions extends ProxyTrust {
  /**
   * Public origin, like `origin` of `createMockGateway`. Use this option if the app's URL is not known when you create
   * the gateway.
   */
  readonly origin?: string | undefined;
}

/** Credentials that a merchant's server uses. */
export interface Credentials {
  /** Merchant ID. */
  readonly mchId: string;
  /**
   * API Key. It signs pay-ins, their queries and their callbacks. It is the value of `api_key` in v1 (spec:
   * Authentication 2, 8).
   */
  readonly mchKey: string;
  /**
   * API Secret. It signs payouts, their queries and their callbacks, the balance query, and all v1 calls (spec:
   * Authentication 2, 8).
   */
  readonly mchSecret: string;
}

/** A complete gateway: in process through `fetch`, or as a server through `listen`. Every control call is a method. */
export interface MockGateway extends Controls, GatewayAddresses {
  /** Credentials of the first merchant. */
  readonly merchant: Credentials;
  /** Creates a merchant, for example one for each parallel test. The gateway generates missing fields. */
  createMerchant(fields?: Partial<MerchantInput>): ReturnType<Controls['merchants']['create']>;
  /**
   * Handles a request without a socket, as a client at 127.0.0.1. Callable without `this`. After `close`, the call
   * rejects as if no server were running: with a `TypeError` and the cause `ECONNREFUSED`.
   */
  readonly fetch: (input: Request | string | URL, init?: RequestInit) => Promise<Response>;
  /**
   * Listens, by default on 127.0.0.1 and a free port.
   *
   * @throws {ConfigurationError} if `trustProxy` is set or the host or `origin` is not loopback, and `controlToken` is
   * missing
   */
  listen(options?: ListenOptions): Promise<GatewayAddresses>;
  /**
   * Returns the gateway as an Express app. The caller installs Express and serves the app.
   *
   * @throws {ConfigurationError} if a required `controlToken` is missing, like `listen`
   */
  express(options?: ExpressOptions): GatewayApp;
  /**
   * Prepares a shutdown behind a load balancer. Call it before `close`. `ready` fails, each connection closes after its
   * response, and the gateway claims no callbacks. Running deliveries end, and requests still receive responses.
   */
  drain(): Promise<void>;
  /** Stops listening, ends running deliveries within a bounded time, and closes the store. */
  close(): Promise<void>;
}

/**
 * Opens a gateway. The default is a gateway in memory with the demo merchant, at real time.
 *
 * @throws {ConfigurationError} for invalid options. The message contains the key and the expected value
 * @throws {StoreError} for an unusable database file. The file stays unchanged
 */
export async function createMockGateway(options: GatewayOptions = {}): Promise<MockGateway> {
  const host = new Host(options);
  const gateway = new RunningGateway(options, () => host.addresses.url);
  const controls = createControls(gateway);
  const routing: Routing = {
    gateway,
    dashboard: new Dashboard(),
    documentation: new Documentation(),
    documents: { wire: publishedWireDocument(), control: publishedControlDocument() },
    guard: () => host.guard,
  };
  const requests = new OpenRequests((request) => route(request, routing));
  const { mchId, mchKey, mchSecret } = await controls.merchants.get(gateway.firstMchId);
  const own = {
    merchant: { mchId, mchKey, mchSecret },
    createMerchant: controls.merchants.create,
    fetch: async (input: Request | string | URL, init?: RequestInit) =>
      answerFetch(new Request(input, init), gateway.closing, requests.answer),
    listen: (listening: ListenOptions = {}) => host.listen(requests.answer, listening),
    express: (mounted: ExpressOptions = {}) => host.express(requests.answer, mounted),
    drain: () => {
      requests.end();
      return gateway.drain();
    },
    close: () => gateway.close(host.close().then(() => requests.close())),
  };
  // Read the URLs at each access, because they change when the gateway listens.
  return Object.defineProperties({ ...controls, ...own }, addressGetters(host)) as MockGateway;
}

function addressGetters(host: Host): PropertyDescriptorMap {
  const names = Object.keys(host.addresses) as (keyof GatewayAddresses)[];
  return Object.fromEntries(
    names.map((name) => [name, { enumerable: true, get: () => host.addresses[name] }]),
  );
}

function isPublic(origin: string | null): boolean {
  return origin !== null && !isLoopback(new URL(origin).hostname);
}

/** Holds the origin of the gateway and guards its control API. */
class Host {
  readonly #token: string | undefined;
  #listening: Listening | undefined;
  #closed = false;
  #origin: string | null;
  /** True if a host or a trusted proxy lets external clients reach the gateway. */
  #isExposed = false;

  constructor({ controlToken, origin }: GatewayOptions) {
    // An empty token would match a request without a token. A token of only white space cannot be sent in a header.
    if (controlToken?.trim() === '') throw new ConfigurationError('controlToken', 'must not be blank');
    this.#token = controlToken;
    this.#origin = origin === undefined ? null : parseOrigin(origin);
  }

  get guard(): Guard {
    const token = this.#token;
    if (this.#isExposed || isPublic(this.#origin)) return { kind: 'token', token };
    const own = this.addresses.url === unservedOrigin ? new URL(unservedOrigin).host : null;
    return { kind: 'loopback', token, own };
  }

  get addresses(): GatewayAddresses {
    return addressesAt(this.#origin ?? this.#ownOrigin ?? unservedOrigin);
  }

  get #ownOrigin(): string | null {
    return this.#listening === undefined ? null : originOf(this.#listening.host, this.#listening.port);
  }

  async listen(answer: Handler, { trustProxy, ...options }: ListenOptions): Promise<GatewayAddresses> {
    if (this.#closed) throw new Error('the gateway is closed');
    if (this.#listening !== undefined)
      throw new Error('the gateway is already listening; call listen only once');
    const { host = '127.0.0.1' } = options;
    this.#expose({ host, trustProxy });
    this.#listening = await listen(answerNode(answer, { trustProxy }), { ...options, host });
    return this.addresses;
  }

  express(answer: Handler, { origin, ...options }: ExpressOptions): GatewayApp {
    if (origin !== undefined) this.#origin = parseOrigin(origin);
    this.#expose(options);
    return expressApp(answer, options);
  }

  /** Requires a token for the control API if external clients can reach the gateway (contract). */
  #expose({ host = 'localhost', trustProxy }: Pick<ListenOptions, 'host' | 'trustProxy'>): void {
    const reason = !isLoopback(host)
      ? `to listen on ${host}`
      : isPublic(this.#origin)
        ? `with the public URL ${this.#origin}`
        : trustProxy
          ? 'with a trusted proxy'
          : null;
    if (reason === null) return;
    if (this.#token === undefined)
      throw new ConfigurationError(
        'controlToken',
        `is required ${reason} because external clients can reach the gateway`,
      );
    this.#isExposed = true;
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#listening?.close();
  }
}
