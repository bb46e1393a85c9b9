import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { bytesOf, type Json, listening, objectOf, parsedObject } from '../http/messages.ts';
import type { NetworkFault, ShopCall } from './step.ts';

/** Maximum number of request bytes that the proxy reads. The gateway rejects bodies above 64 KB. */
const longestRequest = 1_048_576;
/** The calls that a story can disturb, by the last segment of their path. */
const calls: Readonly<Record<string, ShopCall>> = { payin: 'create', 'check-order-status': 'query' };

export interface CreatedOrder {
  readonly orderNo: string;
  readonly mchOrderNo: string;
  readonly payUrl: string;
}

/** A request that the shop sent, as shown in the description of the story. */
export interface SeenCall {
  readonly call: ShopCall;
  /** The order's state in the response, or null if the request failed. */
  readonly status: string | null;
  readonly httpStatus: number | null;
  readonly fault: NetworkFault | null;
}

interface Forwarded {
  readonly response: Response;
  readonly body: Buffer;
}

/** The proxy between the shop and the gateway. The proxy can hold or lose the shop's next call. */
export class GatewayProxy {
  readonly #server: Server;
  readonly #fetch: (request: Request) => Promise<Response>;
  /** The fault of the next call of a kind. Null for no fault. */
  armed: { readonly call: ShopCall; readonly fault: NetworkFault } | null = null;
  /** Number of responses that the proxy has held in total. */
  holds = 0;
  /** The orders that this story created, in order. */
  created: readonly CreatedOrder[] = [];
  /** The gateway's last error for a pay-in of this story. Null if it rejected none. */
  refusal: string | null = null;
  #held: (() => void)[] = [];
  #onHeld: (() => void)[] = [];
  #seen: SeenCall[] = [];
  /** Payment pages of all stories so far. */
  readonly #pages = new Set<string>();

  private constructor(fetch: (request: Request) => Promise<Response>) {
    this.#fetch = fetch;
    this.#server = createServer((request, response) => {
      this.#pass(request, response).catch(() => response.destroy());
    });
  }

  /** @param fetch sends a request to the gateway, which can open before the first request */
  static async start(fetch: (request: Request) => Promise<Response>): Promise<GatewayProxy> {
    const proxy = new GatewayProxy(fetch);
    await listening(proxy.#server);
    return proxy;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Number of calls whose response the proxy is holding. */
  get held(): number {
    return this.#held.length;
  }

  /** True if an earlier request created the pay-in with this payment page. */
  isEarlier(payUrl: string | undefined): boolean {
    return payUrl !== undefined && this.#pages.has(payUrl);
  }

  /** Begins a story. Forgets faults and orders. */
  begin(): void {
    this.release();
    this.#seen = [];
    [this.armed, this.created, this.refusal] = [null, [], null];
  }

  /** Injects the fault into the next call of this kind. */
  arm(call: ShopCall, fault: NetworkFault): void {
    this.armed = { call, fault };
  }

  /** Sends the held responses. */
  release(): void {
    for (const send of this.#held.splice(0)) send();
  }

  /** Returns the calls since the previous use of this method, in order. */
  takeSeen(): readonly SeenCall[] {
    return this.#seen.splice(0);
  }

  /** Resolves when the next response is held. */
  nextHeld(): Promise<void> {
    return new Promise((resolve) => this.#onHeld.push(resolve));
  }

  async close(): Promise<void> {
    this.release();
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.#server.closeAllConnections();
    await closed;
  }

  async #pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { bytes: body, isWhole } = await bytesOf(request, longestRequest);
    if (!isWhole) throw new Error('the request is too long');
    const url = new URL(request.url ?? '/', this.origin);
    const path = url.pathname;
    // Reject the request, because only the operator may call the control API. The URL parser has already resolved
    // `/x/../_mock` and `http://host/_mock`.
    if (/^\/_mock(?:\/|$)/i.test(path)) return void response.writeHead(404).end();
    const call = callOf(path);
    const fault = call === null ? null : this.#faultOf(call);
    if (call !== null && fault === 'lose-request') {
      this.#seen.push({ call, status: null, httpStatus: null, fault });
      return void request.socket.destroy();
    }
    const forwarded = await this.#forward(request, { url, body });
    const json = call === null ? null : parsedObject(forwarded.body.toString());
    const data = objectOf(json?.['data']);
    if (call === 'create') this.#remember(data, json);
    if (call !== null) {
      const status = typeof data?.['status'] === 'string' ? data['status'] : null;
      this.#seen.push({ call, status, httpStatus: forwarded.response.status, fault });
    }
    if (fault === 'lose-response') return void request.socket.destroy();
    if (fault === 'hold') await this.#hold();
    send(response, forwarded);
  }

  #faultOf(call: ShopCall): NetworkFault | null {
    if (this.armed?.call !== call) return null;
    const { fault } = this.armed;
    this.armed = null;
    return fault;
  }

  #hold(): Promise<void> {
    const held = new Promise<void>((resolve) => this.#held.push(resolve));
    this.holds += 1;
    for (const tell of this.#onHeld.splice(0)) tell();
    return held;
  }

  async #forward(
    request: IncomingMessage,
    { url, body }: { readonly url: URL; readonly body: Buffer<ArrayBuffer> },
  ): Promise<Forwarded> {
    const headers = Object.entries(request.headers).flatMap(([name, value]) =>
      typeof value === 'string' && !/^(?:connection|host|content-length|transfer-encoding|expect)$/.test(name)
        ? [[name, value] as [string, string]]
        : [],
    );
    const { method = 'GET' } = request;
    const sent = /^(?:GET|HEAD)$/.test(method) ? {} : { body };
    const response = await this.#fetch(new Request(url, { method, headers, ...sent }));
    return { response, body: Buffer.from(await response.arrayBuffer()) };
  }

  #remember(data: Json | null, json: Json | null): void {
    const { orderNo, mchOrderNo, pay_url: payUrl } = data ?? {};
    if (data === null) this.refusal = `${json?.['code']} ${json?.['error']}, ${json?.['message']}`;
    if (typeof orderNo !== 'string' || typeof mchOrderNo !== 'string' || typeof payUrl !== 'string') return;
    if (this.#pages.has(payUrl)) return;
    this.#pages.add(payUrl);
    this.created = [...this.created, { orderNo, mchOrderNo, payUrl }];
  }
}

function callOf(path: string): ShopCall | null {
  const [, name = ''] = /^\/v3\/([a-z-]+)(?:\.php)?$/.exec(path) ?? [];
  return Object.hasOwn(calls, name) ? (calls[name] ?? null) : null;
}

function send(response: ServerResponse, { response: { status, headers }, body }: Forwarded): void {
  for (const [name, value] of headers) {
    if (!/^(?:connection|content-length|transfer-encoding)$/.test(name)) response.appendHeader(name, value);
  }
  response.writeHead(status, { 'content-length': body.length }).end(body);
}
