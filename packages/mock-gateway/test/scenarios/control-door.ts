import { expect } from 'vitest';
import { ControlError, type MockGateway } from '../../src/index.ts';
import { listenGateway, openGateway } from './harness.ts';

type Query = Readonly<Record<string, string | number>>;

/** A call of the control API, over HTTP or as a method in process. */
export interface ControlCall {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Path below `/_mock`. */
  readonly path: string;
  readonly query?: Query;
  readonly body?: unknown;
  readonly status?: number;
  readonly local: (gateway: MockGateway) => unknown;
}

/** Result of a call. It is the same over HTTP and in process. */
export interface Outcome {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

export type Door = (call: ControlCall) => Promise<Outcome>;

interface Opened {
  readonly gateway: MockGateway;
  readonly door: Door;
}

type Options = Parameters<typeof openGateway>[0];

/** The two ways to call the control API: over a socket, and as methods. */
export const doors: readonly (readonly [string, (options?: Options) => Promise<Opened>])[] = [
  ['over HTTP', explained(overHttp)],
  ['in process', explained(inProcess)],
];

/** Checks that each error contains a code and a message. */
function explained(open: (options?: Options) => Promise<Opened>): (options?: Options) => Promise<Opened> {
  return async (options) => {
    const { gateway, door } = await open(options);
    return {
      gateway,
      door: async (called) => {
        const outcome = await door(called);
        if (outcome.status >= 400)
          expect(outcome.body).toMatchObject({
            error: expect.stringMatching(/^[a-z_]+$/),
            message: expect.stringMatching(/\S/),
          });
        return outcome;
      },
    };
  };
}

async function overHttp(options?: Options): Promise<Opened> {
  const gateway = await listenGateway(options);
  const door: Door = async ({ method, path, query = {}, body }) => {
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) search.set(name, String(value));
    const response = await fetch(`${gateway.controlUrl}${path}?${search}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? {} : JSON.parse(text) };
  };
  return { gateway, door };
}

async function inProcess(options?: Options): Promise<Opened> {
  const gateway = await openGateway(options);
  const door: Door = async ({ local, status = 200 }) => {
    try {
      const result = await local(gateway);
      return { status, body: result === undefined ? {} : JSON.parse(JSON.stringify(result)) };
    } catch (error) {
      if (!(error instanceof ControlError)) throw error;
      return { status: error.status, body: { error: error.code, message: error.message } };
    }
  };
  return { gateway, door };
}

/** Type that is assignable to every input, because the gateway validates the bodies. */
type Input = never;

const segment = encodeURIComponent;

function get(path: string, local: ControlCall['local'], query: Query = {}): ControlCall {
  return { method: 'GET', path, query, local };
}

function post(path: string, body: unknown, local: ControlCall['local'], status = 200): ControlCall {
  return { method: 'POST', path, body, local, status };
}

type Deposits = 'payins' | 'links';
type Orders = Deposits | 'payouts';

/** Calls of the control API by name (contract: Control API). */
export const call = {
  health: () => get('/health', (g) => g.health()),
  reset: () => post('/reset', undefined, (g) => g.reset(), 204),

  settings: () => get('/settings', (g) => g.settings.get()),
  changeSettings: (body: unknown): ControlCall => ({
    method: 'PATCH',
    path: '/settings',
    body,
    local: (g) => g.settings.update(body as Input),
  }),

  merchants: (query: Query = {}) => get('/merchants', (g) => g.merchants.list(query as Input), query),
  merchant: (mchId: string) => get(`/merchants/${segment(mchId)}`, (g) => g.merchants.get(mchId)),
  addMerchant: (body?: unknown) => post('/merchants', body, (g) => g.merchants.create(body as Input), 201),
  changeMerchant: (mchId: string, body: unknown): ControlCall => ({
    method: 'PATCH',
    path: `/merchants/${segment(mchId)}`,
    body,
    local: (g) => g.merchants.update(mchId, body as Input),
  }),
  wallet: (mchId: string) => get(`/merchants/${segment(mchId)}/wallet`, (g) => g.merchants.wallet(mchId)),
  credit: (mchId: string, body: unknown) =>
    post(`/merchants/${segment(mchId)}/credit`, body, (g) => g.merchants.credit(mchId, body as Input)),
  creditWallet: (mchId: string, body: unknown) =>
    post(`/merchants/${segment(mchId)}/wallet/credit`, body, (g) => g.merchants.credit(mchId, body as Input)),
  ledger: (mchId: string, query: Query = {}) =>
    get(`/merchants/${segment(mchId)}/ledger`, (g) => g.merchants.ledger(mchId, query as Input), query),
  testCallback: (mchId: string) =>
    post(`/merchants/${segment(mchId)}/test-callback`, undefined, (g) => g.merchants.testCallback(mchId)),
  checkCallback: (mchId: string, body?: unknown) =>
    post(`/merchants/${segment(mchId)}/check-callback`, body, (g) =>
      g.merchants.checkCallback(mchId, body as Input),
    ),
  lastCheck: (mchId: string) =>
    get(`/merchants/${segment(mchId)}/check-callback`, (g) => g.merchants.lastCheck(mchId)),
  stopCheck: (mchId: string): ControlCall => ({
    method: 'DELETE',
    path: `/merchants/${segment(mchId)}/check-callback`,
    status: 204,
    local: (g) => g.merchants.stopCheck(mchId),
  }),
  notifications: (mchId: string, query: Query = {}) =>
    get(
      `/merchants/${segment(mchId)}/notifications`,
      (g) => g.merchants.notifications(mchId, query as Input),
      query,
    ),

  orders: (kind: Orders, query: Query = {}) => get(`/${kind}`, (g) => g[kind].list(query as Input), query),
  order: (kind: Orders, id: string, owner: Query = {}) =>
    get(`/${kind}/${segment(id)}`, (g) => g[kind].get(id, owner as Input), owner),
  resend: (kind: Orders, id: string, body?: unknown, owner: Query = {}): ControlCall => ({
    ...post(`/${kind}/${segment(id)}/resend`, body, (g) => g[kind].resend(id, body as Input, owner as Input)),
    query: owner,
  }),
  pay: (kind: Deposits, id: string, body?: unknown, owner: Query = {}): ControlCall => ({
    ...post(`/${kind}/${segment(id)}/pay`, body, (g) => g[kind].pay(id, body as Input, owner as Input)),
    query: owner,
  }),
  fail: (kind: Deposits, id: string, owner: Query = {}): ControlCall => ({
    ...post(`/${kind}/${segment(id)}/fail`, undefined, (g) => g[kind].fail(id, owner as Input)),
    query: owner,
  }),

  approve: (id: string, owner: Query = {}): ControlCall => ({
    ...post(`/payouts/${segment(id)}/approve`, undefined, (g) => g.payouts.approve(id, owner as Input)),
    query: owner,
  }),
  complete: (id: string, body?: unknown, owner: Query = {}): ControlCall => ({
    ...post(`/payouts/${segment(id)}/complete`, body, (g) =>
      g.payouts.complete(id, body as Input, owner as Input),
    ),
    query: owner,
  }),
  reject: (id: string, body?: unknown, owner: Query = {}): ControlCall => ({
    ...post(`/payouts/${segment(id)}/reject`, body, (g) =>
      g.payouts.reject(id, body as Input, owner as Input),
    ),
    query: owner,
  }),
  cancel: (id: string, body?: unknown, owner: Query = {}): ControlCall => ({
    ...post(`/payouts/${segment(id)}/cancel`, body, (g) =>
      g.payouts.cancel(id, body as Input, owner as Input),
    ),
    query: owner,
  }),

  anyOrder: (id: string, owner: Query = {}) =>
    get(`/orders/${segment(id)}`, (g) => g.orders.get(id, owner as Input), owner),
  payAny: (id: string, body?: unknown, owner: Query = {}): ControlCall => ({
    ...post(`/orders/${segment(id)}/pay`, body, (g) => g.orders.pay(id, body as Input, owner as Input)),
    query: owner,
  }),
  rejectAny: (id: string) => post(`/orders/${segment(id)}/reject`, undefined, (g) => g.orders.reject(id)),

  callbacks: (query: Query = {}) => get('/callbacks', (g) => g.callbacks.list(query as Input), query),
  callback: (id: string) => get(`/callbacks/${segment(id)}`, (g) => g.callbacks.get(id)),
  settle: (body?: unknown) => post('/callbacks/settle', body, (g) => g.callbacks.settle(body as Input)),

  clock: () => get('/clock', (g) => g.clock.get()),
  advance: (by: unknown) => post('/clock/advance', { by }, (g) => g.clock.advance(by as Input)),
  freeze: (body?: unknown) => post('/clock/freeze', body, (g) => g.clock.freeze(body as Input)),
  resume: () => post('/clock/resume', undefined, (g) => g.clock.resume()),

  faults: () => get('/faults', (g) => g.faults.list()),
  addFault: (body: unknown) => post('/faults', body, (g) => g.faults.add(body as Input), 201),
  removeFault: (id: string): ControlCall => ({
    method: 'DELETE',
    path: `/faults/${segment(id)}`,
    status: 204,
    local: (g) => g.faults.remove(id),
  }),
  clearFaults: (): ControlCall => ({
    method: 'DELETE',
    path: '/faults',
    status: 204,
    local: (g) => g.faults.clear(),
  }),

  locks: () => get('/locks', (g) => g.locks.list()),
  liftLock: (ip: string): ControlCall => ({
    method: 'DELETE',
    path: `/locks/${segment(ip)}`,
    status: 204,
    local: (g) => g.locks.lift(ip),
  }),
  liftLocks: (): ControlCall => ({
    method: 'DELETE',
    path: '/locks',
    status: 204,
    local: (g) => g.locks.lift(),
  }),

  requests: (query: Query = {}) => get('/requests', (g) => g.requests.list(query as Input), query),
  request: (id: string) => get(`/requests/${segment(id)}`, (g) => g.requests.get(id)),
  requestsHar: (query: Query = {}) => get('/requests.har', (g) => g.requests.har(query as Input), query),
  ledgerCheck: () => get('/ledger/check', (g) => g.ledger.check()),
} as const;

export function itemsOf({ status, body }: Outcome): readonly Readonly<Record<string, unknown>>[] {
  if (status !== 200) throw new Error(`no list: ${status} ${JSON.stringify(body)}`);
  return body['items'] as readonly Readonly<Record<string, unknown>>[];
}
