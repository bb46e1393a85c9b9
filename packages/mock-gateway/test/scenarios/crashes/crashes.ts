import { expect } from 'vitest';
import { createMockGateway, type GatewayOptions } from '../../../src/index.ts';
import { draws } from '../draws.ts';
import { temporaryFile } from '../harness.ts';
import { KnownOrders, Line, MerchantLoad, type Task } from './clients.ts';
import { type CrashedFile, crashedFile } from './crashed-file.ts';
import { Life } from './life.ts';
import { Witness } from './witness.ts';

const shop = { mchId: 'SHOP', mchKey: 'shop-key', mchSecret: 'shop-secret' };
const clients = 12;

/** Time of a kill: after a number of responses, or before a statement. */
type Moment = { readonly answers: number } | { readonly statement: number };

/** State that the gateways on one file share, one after another. */
interface Story {
  readonly options: GatewayOptions;
  readonly file: string;
  readonly witness: Witness;
  readonly known: KnownOrders;
  readonly work: MerchantLoad;
  readonly line: Line;
  readonly queues: Task[][];
  /** Function that the client calls for each response. */
  readonly heard: { call: () => void };
  /** Callbacks that a file recorded as delivered. */
  readonly delivered: Set<string>;
}

/**
 * Kills gateways on one file under load, one after another, and then runs a last gateway.
 *
 * @param compileCache folder that all gateways share
 */
export async function expectNothingLost(kills: number, seed: number, compileCache: string): Promise<void> {
  const draw = draws(seed);
  const story = await begin();
  const lives = [new Life(compileCache)];
  for (const [killed, life] of lives.entries()) {
    if (lives.length < kills) lives.push(new Life(compileCache));
    const moment = draw(2) === 0 ? { answers: 1 + draw(40) } : { statement: 1 + draw(1_000) };
    await livedUntil(moment, life, story).catch((cause: unknown) => {
      throw new Error(`in life ${killed + 1}, to be killed at ${JSON.stringify(moment)}`, { cause });
    });
    await story.witness.buried();
    const left = await crashedFile(story.file);
    if (left === null) expect(story.known.orders.size, 'orders in an empty file').toBe(0);
    else expectLeft(left, story);
  }
  await expectDeliveredInTheEnd(story);
}

async function begin(): Promise<Story> {
  const witness = await Witness.open();
  const file = temporaryFile();
  const heard = { call: () => {} };
  const line = new Line(shop, () => heard.call());
  const known = new KnownOrders();
  const merchant = {
    ...shop,
    callbackUrl: witness.url,
    balance: '9000000.00',
    limits: { payoutDaily: '9000000.00' },
  };
  return {
    options: { db: file, merchants: [merchant], settings: { rateLimitPerMinute: null } },
    file,
    witness,
    known,
    line,
    work: new MerchantLoad({ line, known, callbackUrl: witness.url }),
    queues: Array.from({ length: clients }, () => []),
    heard,
    delivered: new Set(),
  };
}

async function livedUntil(moment: Moment, life: Life, story: Story): Promise<void> {
  const url = await life.open(story.options, 'statement' in moment ? moment.statement : null);
  if (url === null) return;
  story.line.connect((path, init) => fetch(url + path, init));
  let answers = 0;
  story.heard.call = () => {
    answers += 1;
    if ('answers' in moment && answers === moment.answers) life.kill();
  };
  const all = story.queues.map((queue, index) => workUntilDead(queue, index === 0, story));
  await Promise.all(all).finally(() => life.kill());
  await life.ended;
}

/** Works until the gateway dies. If a task gets no response, it stays in the queue for the next gateway. */
async function workUntilDead(queue: Task[], operator: boolean, { work }: Story): Promise<void> {
  for (;;) {
    if (queue.length === 0) queue.push(...(operator ? work.operator() : work.order()));
    try {
      await queue[0]?.();
    } catch (error) {
      // fetch throws this error if no complete response arrives.
      if (error instanceof TypeError) return;
      throw error;
    }
    queue.shift();
  }
}

/** Every order in a response must be stored. Only deliveries that the dead gateway had begun may be repeated. */
function expectLeft(left: CrashedFile, { known, witness, delivered }: Story): void {
  known.expectIn(left, 'pending');
  const arrived = witness.arrivals.filter(({ life }) => life === witness.life - 1);
  for (const { name, body, accepted } of arrived) {
    const callback = left.callbacks.get(name);
    expect(callback?.body, name).toBe(body);
    expect(['pending', accepted ? 'delivered' : 'pending'], name).toContain(callback?.state);
    expect(delivered.has(name), `${name} was sent twice`).toBe(false);
  }
  // A retry arrives at least a minute later.
  expect(new Set(arrived.map(({ name }) => name)).size).toBe(arrived.length);
  for (const { name, state } of left.callbacks.values()) if (state === 'delivered') delivered.add(name);
}

async function expectDeliveredInTheEnd({ options, file, witness, known }: Story): Promise<void> {
  witness.refusesEvery = null;
  const gateway = await createMockGateway(options);
  try {
    await gateway.clock.advance('8h');
    expect(await gateway.callbacks.settle()).toEqual({ settled: true, pending: 0 });
  } finally {
    await gateway.close();
  }
  const left = await crashedFile(file);
  if (left === null) throw new Error('there is no store');
  known.expectIn(left, 'expired');
  expect(known.orders.size).toBeGreaterThan(0);
  const accepted = new Map<string, string>();
  for (const { name, body, accepted: taken } of witness.arrivals) if (taken) accepted.set(name, body);
  for (const { name, state, body } of left.callbacks.values()) {
    expect(state, name).toBe('delivered');
    expect(accepted.get(name), name).toBe(body);
  }
  for (const { orderNo, status } of left.orders.values()) {
    if (status !== 'pending' && status !== 'expired')
      expect(left.callbacks.has(`${orderNo} ${status}`)).toBe(true);
  }
}
