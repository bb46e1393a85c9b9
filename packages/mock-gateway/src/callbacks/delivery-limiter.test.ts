import { describe, expect, it, onTestFinished } from 'vitest';
import { DeliveryLimiter, type DeliveryLimiterOptions, type DeliverySlot } from './delivery-limiter.ts';

/** Creates receivers whose deliveries hang. */
function open(options: DeliveryLimiterOptions = {}) {
  let rooms = 0;
  const limiter = new DeliveryLimiter(
    { maxDeliveries: 4, maxPerReceiver: 2, patienceMs: 600_000, ...options },
    () => {
      rooms += 1;
    },
  );
  const taken: DeliverySlot[] = [];
  onTestFinished(() => {
    for (const slot of taken) slot.leave(true);
  });
  const take = (receiver: string) => {
    const slot = limiter.take(receiver);
    taken.push(slot);
    return { leave: (answered: boolean) => taken.splice(taken.indexOf(slot), 1)[0]?.leave(answered) };
  };
  /** Waits until `count` deliveries hang. */
  const hung = (count: number) => expect.poll(() => rooms).toBe(count);
  const busy = () => Object.fromEntries(limiter.busy);
  return { limiter, take, hung, busy };
}

describe('delivery slots [contract:serve.caps]', () => {
  it('a delivery occupies one slot of its receiver and one slot of the gateway until it ends', () => {
    const { limiter, take, busy } = open();
    const [one] = [take('a:80'), take('a:80'), take('b:80')];
    expect([limiter.free, busy()]).toEqual([1, { 'a:80': 2, 'b:80': 1 }]);
    one.leave(true);
    expect([limiter.free, busy()]).toEqual([2, { 'a:80': 1, 'b:80': 1 }]);
  });

  it('a re-send may exceed the delivery caps', () => {
    const { limiter, take } = open({ maxDeliveries: 1 });
    take('a:80');
    take('a:80');
    expect(limiter.free).toBe(-1);
  });

  it('a hung delivery frees its slot for every other receiver, but not for its own receiver', async () => {
    const { limiter, take, hung, busy } = open({ patienceMs: 1 });
    for (const receiver of ['a:80', 'a:80', 'b:80', 'b:80']) take(receiver);
    expect(limiter.free).toBe(0);
    await hung(4);
    expect([limiter.free, busy()]).toEqual([4, { 'a:80': 2, 'b:80': 2 }]);
  });

  it('after a delivery to a receiver times out, the receiver has one delivery slot until it responds', async () => {
    const { take, hung, busy } = open({ patienceMs: 1 });
    const one = take('a:80');
    await hung(1);
    one.leave(false);
    expect(busy()).toEqual({ 'a:80': 1 });
    const next = take('a:80');
    expect(busy()).toEqual({ 'a:80': 2 });
    next.leave(true);
    expect(busy()).toEqual({});
  });

  it('a receiver that fails immediately or responds late keeps all its delivery slots', async () => {
    const { take, hung, busy } = open();
    take('a:80').leave(false);
    const slow = open({ patienceMs: 1 });
    const late = slow.take('b:80');
    await slow.hung(1);
    late.leave(true);
    expect([busy(), slow.busy()]).toEqual([{}, {}]);
    await hung(0);
  });

  it('the limiter frees the slots of at most sixteen hung receivers', async () => {
    const { limiter, take, hung } = open({ patienceMs: 1 });
    const hanging = Array.from({ length: 66 }, (_, receiver) => take(`r${receiver}:80`));
    await hung(66);
    expect(limiter.free).toBe(2);
    for (const one of hanging.slice(0, 3)) one.leave(false);
    expect(limiter.free).toBe(4);
  });
});
