import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { MockGateway } from '../../src/index.ts';
import { afterStart, callerOf, came, listenGateway, minute, Orders, openGateway, start } from './harness.ts';
import { Receiver, reject } from './receiver.ts';

interface Event {
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Reads server-sent events as a browser does. */
class Reader {
  readonly events: Event[] = [];
  readonly ended: Promise<void>;
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #connected = Promise.withResolvers<void>();
  #text = '';
  #wake = () => {};

  /** Opens a reader. It receives every later event. */
  static async open(response: Response): Promise<Reader> {
    const reader = new Reader(response);
    await reader.#connected.promise;
    return reader;
  }

  private constructor(response: Response) {
    const { body } = response;
    if (body === null) throw new Error('the stream has no body');
    this.#reader = body.getReader();
    this.ended = this.#read();
  }

  async came(count: number): Promise<readonly Event[]> {
    while (this.events.length < count) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    return this.events;
  }

  leave(): Promise<void> {
    return this.#reader.cancel();
  }

  async #read(): Promise<void> {
    const decoder = new TextDecoder();
    for (;;) {
      const { done, value } = await this.#reader.read();
      if (done) return;
      this.#text += decoder.decode(value, { stream: true });
      const frames = this.#text.split('\n\n');
      this.#text = frames.pop() ?? '';
      for (const frame of frames) this.#take(frame);
      this.#wake();
    }
  }

  #take(frame: string): void {
    if (frame.startsWith(':')) {
      this.#connected.resolve();
      return;
    }
    const [, type = '', data = ''] = /^event: (\w+)\ndata: (.*)$/.exec(frame) ?? [];
    this.events.push({ type, data: JSON.parse(data) });
  }
}

const ways: readonly (readonly [
  string,
  () => Promise<MockGateway>,
  (url: string, gateway: MockGateway) => Promise<Response>,
])[] = [
  ['over a socket', listenGateway, (url) => fetch(url)],
  ['in process', openGateway, (url, gateway) => gateway.fetch(url)],
];

describe.each(ways)('event stream %s [contract:control.events]', (_how, open, get) => {
  async function watched() {
    const gateway = await open();
    const response = await get(`${gateway.controlUrl}/events`, gateway);
    return { gateway, response, reader: await Reader.open(response) };
  }

  it('the event stream sends server-sent events and is never cached', async () => {
    const { response, reader } = await watched();
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    expect(response.headers.get('cache-control')).toBe('no-store');
    await reader.leave();
  });

  it('the event stream reports requests, orders, callbacks, clock moves and faults immediately', async () => {
    const { gateway, reader } = await watched();
    const receiver = await Receiver.open(reject);
    const keys = await gateway.createMerchant({ callbackUrl: receiver.url });
    const orderNo = await new Orders(gateway, keys).payin();
    await reader.came(2);
    await gateway.payins.pay(orderNo);
    await gateway.callbacks.settle();
    await reader.came(6);
    await gateway.clock.advance('5s');
    const { id } = await gateway.faults.add({ endpoint: '*', phase: 'before', action: { kind: 'hang' } });
    await gateway.faults.remove(id);
    await gateway.faults.clear();
    const events = await reader.came(10);
    const [callback] = (await gateway.callbacks.list({ orderNo })).items;
    const about = { orderNo, mchOrderNo: 'P-1', mchId: keys.mchId };
    const order = { kind: 'payin', ...about };
    const told = { id: callback?.id, event: 'payin.success', ...about, nextAttemptAt: null };
    expect(events).toEqual([
      { type: 'order', data: { ...order, status: 'pending' } },
      {
        type: 'request',
        data: expect.objectContaining({ endpoint: 'payin', status: 200, mchId: keys.mchId }),
      },
      { type: 'order', data: { ...order, status: 'success' } },
      { type: 'callback', data: { ...told, state: 'pending', attempt: null } },
      { type: 'callback', data: { ...told, state: 'delivering', attempt: null } },
      {
        type: 'callback',
        data: {
          ...told,
          state: 'pending',
          nextAttemptAt: afterStart(minute),
          attempt: { number: 1, manual: false, status: 500, ok: false, reason: 'status 500', response: 'no' },
        },
      },
      { type: 'clock', data: { now: afterStart(5_000), mode: 'frozen' } },
      { type: 'fault', data: expect.objectContaining({ change: 'added', id, endpoint: '*' }) },
      { type: 'fault', data: { change: 'removed', id } },
      { type: 'fault', data: { change: 'cleared' } },
    ]);
    expect(events[1]?.data).toMatchObject({ time: start });
    await reader.leave();
  });

  it('the event stream reports links, payouts, expiry and callbacks without a URL', async () => {
    const { gateway, reader } = await watched();
    const orders = new Orders(gateway);
    await orders.link();
    const payout = await orders.payout();
    await gateway.payouts.approve(payout);
    await gateway.clock.advance('30m');
    const events = await reader.came(8);
    const found = events
      .filter(({ type }) => type !== 'request')
      .map(({ type, data }) => [type, data['kind'] ?? data['event'], data['status'] ?? data['state']]);
    expect(found).toEqual([
      ['order', 'link', 'pending'],
      ['order', 'payout', 'pending'],
      ['order', 'payout', 'processing'],
      ['callback', 'payout.processing', 'undeliverable'],
      ['order', 'link', 'expired'],
      ['clock', undefined, undefined],
    ]);
    expect(events.at(-1)?.data).toEqual({ now: afterStart(30 * minute), mode: 'frozen' });
    await reader.leave();
  });

  it('the event stream ends immediately when the gateway closes', async () => {
    const { gateway, reader } = await watched();
    // Prevent the timeout of the close. A client that waits for this timeout would wait forever.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    await Promise.all([gateway.close(), reader.ended]);
  });

  it('the event stream serves any number of listeners independently of each other', async () => {
    const { gateway, reader } = await watched();
    const other = await Reader.open(await get(`${gateway.controlUrl}/events`, gateway));
    await reader.leave();
    const caller = callerOf(gateway);
    // A repeated request stores nothing, so no event is sent.
    for (let call = 0; call < 2; call++) await caller.payin({ mchOrderNo: 'A-1' });
    await gateway.clock.freeze();
    expect((await other.came(4)).map(({ type }) => type)).toEqual(['order', 'request', 'request', 'clock']);
    await other.leave();
  });
});

function expectNobodyListens(gateway: MockGateway): void {
  gateway.events.publish(() => expect.fail('somebody listens'));
}

describe('slow reader of the event stream', () => {
  it('the gateway disconnects a slow reader to bound its buffer [contract:control.events]', async () => {
    const gateway = await listenGateway();
    const stream = await new Promise<IncomingMessage>((resolve) => {
      httpRequest(`${gateway.controlUrl}/events`, { agent: false }, resolve).end();
    });
    stream.pause();
    const padding = 'x'.repeat(20_000);
    for (let told = 0; told < 3_000; told++) {
      gateway.events.publish(() => [{ type: 'clock', data: { told, padding } }]);
      // Let each request run in its own turn of the event loop, so the gateway can write the stream between them.
      await setImmediate();
    }
    let bytes = 0;
    stream.on('data', (chunk: Uint8Array) => {
      bytes += chunk.byteLength;
    });
    stream.resume();
    await once(stream, 'end');
    expect(bytes).toBeLessThan(3_000 * 20_000);
    expectNobodyListens(gateway);
  });

  it('the gateway disconnects a slow in-process reader', async () => {
    const gateway = await openGateway();
    const reader = await Reader.open(await gateway.fetch(`${gateway.controlUrl}/events`));
    for (let told = 0; told < 3_000; told++)
      gateway.events.publish(() => [{ type: 'clock', data: { told } }]);
    await reader.ended;
    expect(reader.events.length).toBeLessThan(3_000);
    expectNobodyListens(gateway);
  });
});

describe('in-process listener', () => {
  it.each(['reset', 'restore'] as const)(
    'a reader of the event stream stays connected during a %s',
    async (how) => {
      const gateway = await openGateway();
      await gateway.snapshots.save({ name: 'empty' });
      const reader = await Reader.open(await gateway.fetch(`${gateway.controlUrl}/events`));
      await Promise.all([
        callerOf(gateway).payin({ mchOrderNo: 'DURING' }),
        how === 'reset' ? gateway.reset() : gateway.snapshots.restore('empty'),
      ]);
      const orderNo = await new Orders(gateway).payin();
      const isNew = ({ type, data }: Event) => type === 'order' && data['orderNo'] === orderNo;
      await expect.poll(() => reader.events.filter(isNew)).toHaveLength(1);
      expect(reader.events.filter(({ type }) => type === 'clock')).toHaveLength(1);
      await reader.leave();
    },
  );

  it('the event stream removes a listener that throws without affecting other listeners', async () => {
    const gateway = await openGateway();
    const told: string[] = [];
    gateway.events.subscribe(() => {
      throw new Error('a listener’s own trouble');
    });
    const end = gateway.events.subscribe(({ type }) => told.push(type));
    expect(await callerOf(gateway).payin()).toMatchObject({ status: 200 });
    await came(told, 2);
    end();
    await gateway.clock.freeze();
    expect(told).toEqual(['order', 'request']);
  });
});
