import {
  type CallbackEvent,
  type CallbackFate,
  type ClockMove,
  formattedAmount,
  inexactAmount,
  type NetworkFault,
  type PaidPart,
  type ShopCall,
  type Step,
  type Story,
} from './step.ts';

const order: Step = { do: 'order' };
const neighbour: Step = { do: 'neighbour' };
const release: Step = { do: 'release' };
const fail: Step = { do: 'fail' };
const kill: Step = { do: 'kill' };
const start: Step = { do: 'start' };
const opens: Step = { do: 'return' };

const pay = (part: PaidPart = 'full'): Step => ({ do: 'pay', part });
const callback = (fate: CallbackFate = 'delivered', event: CallbackEvent = 'success'): Step => ({
  do: 'callback',
  event,
  fate,
});
const fault = (fault: NetworkFault, call: ShopCall = 'query'): Step => ({ do: 'fault', call, fault });
const clock = (by: ClockMove): Step => ({ do: 'clock', by });
const crash = (at: number, during: CallbackEvent | 'return' = 'success'): Step => ({
  do: 'crash',
  during,
  at,
});

/** The shortest story of each known mistake. Stories that depend on the shop's timing are last. */
const shortest: readonly Story[] = [
  // Events in sequence.
  [order, pay(), callback()],
  [order, pay('short'), callback()],
  [order, pay('over'), callback()],
  [order, opens],
  [order, pay(), callback(), callback()],
  [order, pay(), opens, callback()],
  [order, pay(), callback(), opens],
  [order, pay('short'), opens, callback()],
  // Two customers with open orders.
  [order, neighbour, pay(), callback()],
  [order, neighbour, pay(), opens, callback()],
  [order, pay(), callback(), { do: 'neighbour', pays: true }],
  [order, opens, pay(), callback()],
  [order, pay(), callback('lost')],
  [order, pay(), callback('lost'), opens],
  [order, pay(), callback('unacknowledged')],
  // Failures and late payments.
  [order, fail, callback('delivered', 'failed')],
  [order, fail, callback('delivered', 'failed'), opens],
  [order, fail, callback('delivered', 'failed'), pay(), callback()],
  [order, fail, pay(), callback(), callback('delivered', 'failed')],
  [order, fail, opens, pay(), opens, callback('delivered', 'failed'), callback()],
  [order, clock('31m'), pay(), callback()],
  [order, clock('31m'), opens, pay(), callback()],
  [order, clock('31m'), opens],
  // The shop's own query is slow or lost.
  [order, pay(), fault('hold'), opens, callback(), release],
  [order, pay(), fault('hold'), callback(), opens, release],
  [order, pay(), fault('hold'), callback(), callback(), release],
  [order, fault('hold'), opens, pay(), callback(), release],
  // The response to the query is older than the callback.
  [order, fault('hold'), opens, pay(), callback(), release, callback()],
  [order, clock('31m'), fault('hold'), opens, pay(), callback(), release],
  [order, fail, fault('hold'), opens, pay(), callback(), release],
  [order, pay(), fault('lose-response'), callback()],
  [order, pay(), fault('lose-request'), callback()],
  [order, pay(), fault('lose-response'), opens, callback()],
  [order, fault('lose-response'), opens],
  // The shop's own create is slow or lost.
  [fault('hold', 'create'), order, pay(), callback(), release],
  [fault('lose-response', 'create'), order, pay(), callback()],
  [fault('lose-response', 'create'), order, order, pay(), callback()],
  [fault('lose-request', 'create'), order, order, pay(), callback()],
  // Simultaneous events.
  [order, pay(), callback('twice')],
  // In most shops, the race is possible only for a short time, so the story repeats the events.
  ...Array.from({ length: 4 }, () => [order, pay(), callback('at-once')]),
  [order, pay(), callback('with-return')],
  // The checker kills the shop and restarts it.
  [order, kill, start, pay(), callback()],
  [order, pay(), kill, start, callback()],
  [order, pay(), callback(), kill],
  [order, pay(), callback(), kill, start, callback()],
  [order, pay(), callback(), kill, start, opens],
  [order, pay(), opens, kill, start, callback()],
  [order, pay(), crash(100)],
  [order, pay(), fault('hold'), crash(50)],
  [order, pay(), crash(100, 'return'), start, callback()],
  [order, pay(), crash(100), start, callback()],
  ...[55, 25, 80, 40, 10, 70, 90].map((at) => [order, pay(), crash(at)]),
  ...[50, 25, 80].map((at) => [order, pay(), crash(at, 'return'), start, callback()]),
];

/** Sends the callbacks of every second story as a form. Each pair of stories uses the next of three amounts. */
export function dressed(story: Story, index: number): Story {
  const amount = [{}, { amount: inexactAmount }, { amount: formattedAmount }][Math.floor(index / 2) % 3];
  const format = index % 2 === 1 ? { format: 'form' as const } : {};
  return story.map((step) => (step.do === 'order' ? { do: 'order', ...amount, ...format } : step));
}

/** The known mistakes, with their amounts and formats. */
export const motifs: readonly Story[] = shortest.map(dressed);
