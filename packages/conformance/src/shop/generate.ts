import { dressed, motifs } from './motifs.ts';
import { Random } from './random.ts';
import type { Step, Story } from './step.ts';

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
