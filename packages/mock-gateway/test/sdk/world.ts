import { type ClientOptions, GatewayClient, type GatewayError } from '@inrgate/sdk';
import { expect, onTestFinished, vi } from 'vitest';
import type { FaultInput } from '../../src/faults/fault.ts';
import type { MockGateway } from '../../src/index.ts';
import { listenGateway, openGateway } from '../scenarios/harness.ts';

/** A gateway, with a client of a merchant. */
export interface World {
  readonly gateway: MockGateway;
  readonly client: GatewayClient;
  /** Creates a client with the same merchant and transport, but other options. */
  clientWith(options: Partial<ClientOptions>): GatewayClient;
  requests(): Promise<number>;
}

const settings = { rateLimitPerMinute: 1_000_000 };

/** Creates a world in which the client calls the gateway's own `fetch`. */
async function inProcess(): Promise<World> {
  const gateway = await openGateway({ settings });
  return world(gateway, { fetch: gateway.fetch });
}

/** Creates a world in which the client calls over a socket, as in production. */
async function overHttp(): Promise<World> {
  return world(await listenGateway({ settings }), {});
}

export const ways = [
  ['in process', inProcess],
  ['over HTTP', overHttp],
] as const;

let isWhole = false;

/** Repeats each call in each way in the tests that are defined later, as in the long form. */
export function repeatEveryCall(): void {
  isWhole = true;
}

/** Returns the calls to test in a way: over HTTP only the first, because the tests in process repeat all of them. */
export function callsBy<Call>(way: (typeof ways)[number][0], all: readonly Call[]): readonly Call[] {
  return way === 'in process' || isWhole ? all : all.slice(0, 1);
}

function world(gateway: MockGateway, way: Partial<ClientOptions>): World {
  // Make the random wait before a retry zero.
  const random = vi.spyOn(Math, 'random').mockReturnValue(0);
  onTestFinished(() => random.mockRestore());
  const { baseUrl, legacyBaseUrl, merchant } = gateway;
  const clientWith = (options: Partial<ClientOptions>) =>
    new GatewayClient({ baseUrl, legacyBaseUrl, ...merchant, ...way, ...options });
  return {
    gateway,
    client: clientWith({}),
    clientWith,
    requests: async () => (await gateway.requests.list({ limit: 100 })).items.length,
  };
}

export type WireFault = Exclude<FaultInput, { endpoint: 'callback' }>;

/** A create call with an order number, which the client can repeat. */
export interface Creation {
  readonly endpoint: WireFault['endpoint'];
  create(client: GatewayClient, mchOrderNo: string): Promise<Created>;
  /** Returns the gateway's orders with this order number. */
  found(gateway: MockGateway, mchOrderNo: string): Promise<readonly string[]>;
  /** Debit of one order in rupees. */
  readonly debit: number;
  /** True if the response marks a repeated request. v1 does not mark it (spec: Legacy payment link). */
  readonly tellsDuplicates: boolean;
}

export interface Created {
  /** Gateway order number. */
  readonly id: string;
  readonly duplicate: boolean;
}

function payout(options: { readonly onUnknown?: 'query' }): Creation {
  return {
    endpoint: 'payout',
    create: async (client, mchOrderNo) => {
      const params = { mchOrderNo, amount: '1000.00', upiId: 'asha@okhdfcbank' };
      const { orderNo, duplicate } = await client.payouts.create(params, options);
      return { id: orderNo, duplicate };
    },
    found: async (gateway, mchOrderNo) =>
      (await gateway.payouts.list({ mchOrderNo })).items.map(({ orderNo }) => orderNo),
    debit: 1_075,
    tellsDuplicates: true,
  };
}

/** A payout for which the client queries before each retry. */
export const payoutLookedUp = payout({ onUnknown: 'query' });

export const creations: readonly Creation[] = [
  {
    endpoint: 'payin',
    create: async (client, mchOrderNo) => {
      const { orderNo, duplicate } = await client.payins.create({ mchOrderNo, amount: '500.00' });
      return { id: orderNo, duplicate };
    },
    found: async (gateway, mchOrderNo) =>
      (await gateway.payins.list({ mchOrderNo })).items.map(({ orderNo }) => orderNo),
    debit: 0,
    tellsDuplicates: true,
  },
  payout({}),
  {
    endpoint: 'create-link',
    create: async (client, clientRef) => {
      const { linkCode } = await client.links.create({ clientRef, amount: '500.00' });
      return { id: linkCode, duplicate: false };
    },
    found: async (gateway, mchOrderNo) =>
      (await gateway.links.list({ mchOrderNo })).items.map(({ linkCode }) => linkCode),
    debit: 0,
    tellsDuplicates: false,
  },
];

/** Wallet of the demo merchant while this amount is held, in rupees. */
export function walletAfter(held: number): { readonly available: string; readonly frozen: string } {
  return { available: `${100_000 - held}.00`, frozen: `${held}.00` };
}

/** Resolves when the gateway has processed its next wire request, even if no response is sent. */
export function nextRequest({ gateway }: World): Promise<void> {
  return new Promise((resolve) => {
    const end = gateway.events.subscribe(({ type }) => {
      if (type !== 'request') return;
      end();
      resolve();
    });
  });
}

/** Runs work while the client's timers are frozen. The timers of sockets are real. */
export async function withTimers<T>(work: () => Promise<T>): Promise<T> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    return await work();
  } finally {
    vi.useRealTimers();
  }
}

export async function failureOf(call: Promise<unknown>): Promise<GatewayError> {
  return call.then(
    () => expect.unreachable('it succeeded'),
    (error: GatewayError) => error,
  );
}
