import { randomInt } from 'node:crypto';
import { invalidOption } from '../findings/report.ts';
import {
  type CallbackEvent,
  type CallbackFate,
  type ClockMove,
  formattedAmount,
  inexactAmount,
  type NetworkFault,
  type OrderStep,
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
function dressed(story: Story, index: number): Story {
  const amount = [{}, { amount: inexactAmount }, { amount: formattedAmount }][Math.floor(index / 2) % 3];
  const format = index % 2 === 1 ? { format: 'form' as const } : {};
  return story.map((step) => (step.do === 'order' ? { do: 'order', ...amount, ...format } : step));
}

/** The known mistakes, with their amounts and formats. */
export const motifs: readonly Story[] = shortest.map(dressed);

/** Maximum number of steps that are added to a known race. */
const maxAdded = 3;

/**
 * Returns the story with this number for a seed. The first stories are the known races unchanged, so a failing story is
 * short. Each later story changes the amounts and moments of a known race and adds steps.
 */
export function storyOf(seed: number, index: number): Story {
  const known = motifs[index];
  if (known !== undefined) return known;
  const random = new Random(seed, index);
  const story = random.of(motifs as [Story, ...Story[]]).map((step) => varied(step, random));
  for (let added = random.below(maxAdded + 1); added > 0; added--) {
    story.splice(1 + random.below(story.length), 0, drawn(random));
  }
  return dressed(story, index);
}

function varied(step: Step, random: Random): Step {
  switch (step.do) {
    case 'pay':
      return { ...step, part: random.of(['full', 'full', 'full', step.part, 'short', 'over']) };
    case 'crash':
      return step.at === 100 && random.chance(50) ? step : { ...step, at: 1 + random.below(99) };
    case 'callback':
      return step.fate === 'delivered' && random.chance(15)
        ? { ...step, fate: random.of(['twice', 'at-once', 'with-return', 'unacknowledged']) }
        : step;
    default:
      return step;
  }
}

/** A random step. Steps that other steps require are more frequent. */
function drawn(random: Random): Step {
  return random.of<() => Step>([
    () => ({ do: 'return' }),
    () => ({ do: 'return' }),
    () => ({ do: 'callback', event: 'success', fate: 'delivered' }),
    () => ({
      do: 'callback',
      event: 'success',
      fate: random.of(['twice', 'at-once', 'with-return', 'unacknowledged', 'lost']),
    }),
    () => ({ do: 'callback', event: 'failed', fate: 'delivered' }),
    () => ({
      do: 'fault',
      call: 'query',
      fault: random.of(['hold', 'hold', 'lose-request', 'lose-response']),
    }),
    () => ({ do: 'release' }),
    () => ({ do: 'clock', by: random.of(['2m', '31m']) }),
    () => ({ do: 'fail' }),
    () => ({ do: random.of(['kill', 'start']) }),
  ])();
}

/** Seeded random numbers. Equal seeds return equal numbers on every machine. */
class Random {
  #state: number;

  /** @param parts whole numbers that form the seed, for example the seed and the number of the story */
  constructor(...parts: readonly number[]) {
    this.#state = parts.reduce((state, part) => mixed(state ^ mixed(high(part)) ^ (part >>> 0)), 0x9e3779b9);
  }

  below(below: number): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    return Math.floor((mixed(this.#state) / 0x1_0000_0000) * below);
  }

  /** Returns true in `percent` of 100 cases. */
  chance(percent: number): boolean {
    return this.below(100) < percent;
  }

  of<Value>(values: readonly [Value, ...Value[]]): Value {
    return values[this.below(values.length)] ?? values[0];
  }
}

function high(part: number): number {
  return Math.floor(part / 0x1_0000_0000);
}

/** The finalizer of MurmurHash3, in which each input bit affects all 32 output bits. */
function mixed(value: number): number {
  let hash = value >>> 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** Version of the stories. Increase the version with each change, because the same seed then selects other stories. */
const storiesVersion = 1;
/** Factor of the version in a generated seed. The random part is smaller. */
const perVersion = 10_000_000_000;
/** Upper bound of the seeds that a user may choose, which belong to no version. */
const ownLimit = 2 ** 32;

export function newSeed(): number {
  return storiesVersion * perVersion + randomInt(1_000_000);
}

/** @throws {CheckError} `invalid_option` for a seed of another version of the stories */
export function checkSeed(seed: number): void {
  if (!Number.isSafeInteger(seed) || seed < 0) {
    invalidOption(`seed ${seed} is invalid: use a whole number of at least 0`);
  }
  if (seed < ownLimit || Math.floor(seed / perVersion) === storiesVersion) return;
  invalidOption(
    `seed ${seed} is from another version of inrgate with other stories. Use that version, or a seed below ${ownLimit}`,
  );
}

const maxTries = 120;

/**
 * Returns the shortest story that fails in the same way. First removes steps, longest parts first, then replaces steps
 * with simpler steps. Ends when every further change makes the story pass.
 *
 * @param fails runs a story and returns whether it fails in the same way as the first story
 */
export async function shrunk(story: Story, fails: (story: Story) => Promise<boolean>): Promise<Story> {
  const tried = new Set([JSON.stringify(story)]);
  let shortest = story;
  let next: Story | undefined = story;
  while (next !== undefined) {
    shortest = next;
    next = undefined;
    for (const candidate of candidates(shortest)) {
      const text = JSON.stringify(candidate);
      if (tried.has(text)) continue;
      if (tried.size >= maxTries) return shortest;
      tried.add(text);
      if (!(await fails(candidate))) continue;
      next = candidate;
      break;
    }
  }
  return shortest;
}

/** Shorter and simpler stories, shortest first. */
function* candidates(story: Story): Generator<Story> {
  for (let size = Math.floor(story.length / 2); size > 0; size = Math.floor(size / 2)) {
    for (let at = story.length - size; at >= 0; at -= size) yield story.toSpliced(at, size);
  }
  for (const [at, step] of story.entries()) {
    for (const simpler of simplerSteps(step)) yield story.toSpliced(at, 1, ...simpler);
  }
}

/** Simpler replacements of a step, simplest first. */
function simplerSteps(step: Step): readonly Story[] {
  switch (step.do) {
    case 'order':
      return simplerOrders(step);
    case 'pay':
      return step.part === 'full' ? [] : [[{ ...step, part: 'full' }]];
    case 'callback':
      return simplerCallbacks(step);
    case 'crash':
      return step.at === 100 ? [] : [[{ ...step, at: 100 }]];
    case 'clock':
      return step.by === '2m' ? [] : [[{ ...step, by: '2m' }]];
    default:
      return [];
  }
}

function simplerOrders({ amount, format }: OrderStep): readonly Story[] {
  const order = { do: 'order' } as const;
  if (amount === undefined && format === undefined) return [];
  if (amount === undefined || format === undefined) return [[order]];
  return [[order], [{ ...order, amount }], [{ ...order, format }]];
}

function simplerCallbacks(step: Extract<Step, { do: 'callback' }>): readonly Story[] {
  const delivered = { ...step, fate: 'delivered' } as const;
  switch (step.fate) {
    case 'delivered':
      return [];
    case 'twice':
      return [[delivered], [delivered, delivered]];
    case 'at-once':
      return [[delivered], [delivered, delivered], [{ ...step, fate: 'twice' }]];
    case 'with-return':
      return [[delivered], [{ do: 'return' }], [{ do: 'return' }, delivered], [delivered, { do: 'return' }]];
    default:
      return [[delivered]];
  }
}
