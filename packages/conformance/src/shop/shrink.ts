import type { OrderStep, Step, Story } from './step.ts';

/** Maximum number of stories to run while shrinking. */
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
