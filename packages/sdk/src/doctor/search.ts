import { hash } from 'node:crypto';
import type { Reading } from './digest-encodings.ts';
import type { Facts, Hypothesis, Named, Variant } from './hypothesis.ts';
import {
  type BaseString,
  digestOf,
  earlyStages,
  type Fields,
  type Payload,
  prepared,
  type Recipe,
  type Stage,
  withKey,
} from './recipe.ts';

/** One of the ways in which a signature could have been right, and the mistakes that can be made there. */
export interface Base {
  readonly facts: Facts;
  readonly recipe: Recipe;
  readonly hypotheses: readonly Hypothesis[];
  /** What the received sign can be. */
  readonly readings: readonly Reading[];
  /** Mistakes that are known before anything is tried. */
  readonly known: readonly Cause[];
}

/** A mistake, and what it is about. */
export interface Cause {
  readonly named: Named;
  readonly about?: string | undefined;
}

/** How far a search goes. */
export interface Limits {
  /** So many texts are made, and hashed where they are new, at most. */
  readonly maxHashes: number;
  /** Milliseconds of work at most; what passes between two steps does not count. */
  readonly timeLimit: number;
  readonly signal: AbortSignal | undefined;
}

/** What gives the received sign. */
export interface Found {
  readonly base: Base;
  readonly recipe: Recipe;
  /** What was hashed is the text without the key. */
  readonly bare: boolean;
  /** None where it is right. */
  readonly causes: readonly Cause[];
}

/** How a search ended. */
export interface Outcome {
  readonly found: Found | undefined;
  readonly singles: number;
  readonly pairs: number;
  readonly hashes: number;
  /** Nothing was left out. */
  readonly complete: boolean;
}

/** A hypothesis in one of its variants. */
interface Try {
  readonly hypothesis: Hypothesis;
  readonly variant: Variant;
}

/**
 * Looks for what gives the received sign: nothing wrong, one mistake, then two at different stages, the most frequent
 * first. It pauses after a slice of work, so that the caller can let others have their turn.
 */
export function* search(bases: readonly Base[], limits: Limits): Generator<void, Outcome> {
  const searching = new Searching(limits);
  yield* searching.everything(bases);
  return searching.outcome();
}

/** What changes nothing alone can change what another mistake leaves: an order that of new names. */
const alwaysPaired: ReadonlySet<Stage> = /* @__PURE__ */ new Set(['order', 'bytes']);

/** Characters that are built and hashed in one slice: about a millisecond. */
const sliceWork = 60_000;
/** Nobody signs more parameters than these; to write so many once takes longer than a slice. */
const maxFields = 1_000;
/** Characters that pairs are worth: with values of many kilobytes only the first are tried. */
const pairWork = 120_000_000;

class Searching {
  readonly #limits: Limits;
  /** The texts that were hashed, by digest, which are not hashed again; and the stages at which each came about. */
  readonly #seen = new Map<string, Set<Stage | undefined>>();
  /** The parameters as one mistake, or none, leaves them; and their text. */
  readonly #prepared = new WeakMap<Variant | Base, Fields>();
  readonly #written = new WeakMap<Fields, string>();
  #found: Found | undefined;
  #singles = 0;
  #pairs = 0;
  #hashes = 0;
  #work = 0;
  #sliceEnd = sliceWork;
  #spent = 0;
  #since = performance.now();
  #complete = true;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  outcome(): Outcome {
    return {
      found: this.#found,
      singles: this.#singles,
      pairs: this.#pairs,
      hashes: this.#hashes,
      complete: this.#complete,
    };
  }

  *everything(bases: readonly Base[]): Generator<void> {
    for (const base of bases) {
      this.#attempt(base, []);
      if (this.#found) return;
    }
    if (bases.some(({ facts }) => facts.fields.length > maxFields)) {
      this.#complete = false;
      return;
    }
    const effective: Try[][] = [];
    for (const base of bases) {
      effective.push(yield* this.#alone(base));
      if (this.#isOver()) return;
    }
    const end = this.#work + pairWork;
    for (const [at, base] of bases.entries()) {
      yield* this.#together(base, effective[at] ?? [], end);
      if (this.#isOver()) return;
    }
    for (const base of bases) yield* this.#alone(base, true);
  }

  /**
   * @param isLast those that nothing else is tried after
   * @returns those that may change something in a pair
   */
  *#alone(base: Base, isLast = false): Generator<void, Try[]> {
    const effective: Try[] = [];
    for (const hypothesis of base.hypotheses) {
      if ((hypothesis.isLast ?? false) !== isLast) continue;
      for (const variant of hypothesis.variants(base.facts)) {
        if (this.#isOver()) return effective;
        this.#singles += 1;
        const matters = this.#attempt(base, [{ hypothesis, variant }]);
        if (!variant.alone && (matters || alwaysPaired.has(variant.stage)))
          effective.push({ hypothesis, variant });
        yield* this.#pause();
      }
    }
    return effective;
  }

  /** In the order of how frequent both are together. */
  *#together(base: Base, tries: readonly Try[], end: number): Generator<void> {
    for (let sum = 1; sum < 2 * tries.length - 2; sum++) {
      for (let at = Math.max(0, sum - tries.length + 1); at * 2 < sum; at++) {
        const [one, other] = [tries[at], tries[sum - at]];
        if (one === undefined || other === undefined || one.variant.stage === other.variant.stage) continue;
        if (this.#isOver()) return;
        if (this.#work > end) {
          this.#complete = false;
          return;
        }
        this.#pairs += 1;
        this.#attempt(base, [one, other], true);
        yield* this.#pause();
      }
    }
  }

  #isOver(): boolean {
    if (this.#found !== undefined) return true;
    const { maxHashes, timeLimit, signal } = this.#limits;
    const time = this.#spent + performance.now() - this.#since;
    if (this.#singles + this.#pairs < maxHashes && time < timeLimit && !signal?.aborted) return false;
    this.#complete = false;
    return true;
  }

  *#pause(): Generator<void> {
    if (this.#work < this.#sliceEnd) return;
    this.#spent += performance.now() - this.#since;
    yield;
    this.#since = performance.now();
    this.#sliceEnd = this.#work + sliceWork;
  }

  /**
   * @param isPair whether its text is hashed without looking whether it was hashed before, which takes longer
   * @returns whether it changes the text, in a way of its own at its stage
   */
  #attempt(base: Base, tries: readonly Try[], isPair = false): boolean {
    const recipe = altered(base.recipe, tries);
    const baseString = this.#baseStringOf(base, recipe, tries);
    const digest = tries.find(({ variant }) => variant.stage === 'digest')?.variant;
    this.#work += baseString.text.length + 20 * base.facts.fields.length + 100;
    const { isNew, matters } =
      isPair || digest !== undefined
        ? { isNew: true, matters: true }
        : this.#noted(recipe.bytes(baseString.text), tries[0]?.variant.stage);
    const digits = digest?.digits ?? 32;
    const readings = base.readings.filter((reading) => reading.digits === digits);
    if (!isNew || readings.length === 0) return matters;
    this.#hashes += 1;
    const hex = digestOf(recipe, baseString);
    const reading = readings.find(({ matches }) => matches(hex));
    if (reading === undefined) return matters;
    const causes = tries.map(({ hypothesis, variant }) => ({ named: hypothesis, about: variant.about }));
    this.#found = {
      base,
      recipe,
      bare: digest?.bare ?? false,
      causes: [...base.known, ...causes, ...reading.mistakes.map((named) => ({ named }))],
    };
    return matters;
  }

  /** Most pairs have one mistake in the parameters or none: those are prepared once. */
  #baseStringOf(base: Base, recipe: Recipe, tries: readonly Try[]): BaseString {
    const early = tries.filter(({ variant }) => earlyStages.has(variant.stage));
    const [first] = early;
    const known = early.length > 1 ? undefined : this.#prepared.get(first?.variant ?? base);
    const ready = known ?? prepared(recipe, base.facts.fields);
    if (!isKept(base)) return withKey(recipe, ready, recipe.key.text);
    if (known === undefined && early.length < 2) this.#prepared.set(first?.variant ?? base, ready);
    const isPlain = recipe.order === base.recipe.order && recipe.join === base.recipe.join;
    const written = isPlain ? (this.#written.get(ready) ?? recipe.join(recipe.order(ready))) : undefined;
    if (written !== undefined) this.#written.set(ready, written);
    return withKey(recipe, ready, recipe.key.text, written);
  }

  /** Whether the text is a new one; and whether it is new for this stage, so that it can matter in a pair. */
  #noted(payload: Payload, stage: Stage | undefined): { isNew: boolean; matters: boolean } {
    const digest = hash('md5', payload, 'base64');
    const stages = this.#seen.get(digest);
    if (stages === undefined) this.#seen.set(digest, new Set([stage]));
    const matters = stages === undefined || !(stages.has(undefined) || stages.has(stage));
    stages?.add(stage);
    return { isNew: stages === undefined, matters };
  }
}

/** Of larger ones the parts that pairs have in common would take hundreds of megabytes, and few pairs are tried. */
function isKept({ facts: { fields } }: Base): boolean {
  return fields.length <= 100 && fields.reduce((sum, { text }) => sum + text.length, 0) <= 8_192;
}

function altered(recipe: Recipe, tries: readonly Try[]): Recipe {
  const made: Record<string, unknown> = { ...recipe };
  for (const { variant } of tries) made[variant.stage] = variant.apply;
  return made as unknown as Recipe;
}
