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

/** A correct way to sign, with the mistakes to try. */
export interface Base {
  readonly facts: Facts;
  readonly recipe: Recipe;
  readonly hypotheses: readonly Hypothesis[];
  /** Possible decodings of the received sign. */
  readonly readings: readonly Reading[];
  /** Mistakes that are certain without a search. */
  readonly known: readonly Cause[];
}

/** A mistake, with its detail. */
export interface Cause {
  readonly named: Named;
  readonly about?: string | undefined;
}

export interface Limits {
  /** Maximum number of strings to build. The search hashes only new strings. */
  readonly maxHashes: number;
  /** Maximum duration of the work in milliseconds. The time between two steps does not count. */
  readonly timeLimit: number;
  readonly signal: AbortSignal | undefined;
}

/** Result of a search: the recipe and its mistakes. */
export interface Found {
  readonly base: Base;
  readonly recipe: Recipe;
  /** True if the client hashed the string without the key. */
  readonly bare: boolean;
  /** The mistakes, or none if the sign is correct. */
  readonly causes: readonly Cause[];
}

export interface Outcome {
  readonly found: Found | undefined;
  readonly singles: number;
  readonly pairs: number;
  readonly hashes: number;
  /** True if no limit ended the search. */
  readonly complete: boolean;
}

interface Try {
  readonly hypothesis: Hypothesis;
  readonly variant: Variant;
}

/**
 * Searches for the recipe that produces the received sign. It tries the correct recipe first, then single mistakes,
 * then pairs of mistakes at different stages, most frequent first. The search yields after each slice, so the caller
 * can run other work.
 */
export function* search(bases: readonly Base[], limits: Limits): Generator<void, Outcome> {
  const searching = new Searching(limits);
  yield* searching.everything(bases);
  return searching.outcome();
}

/**
 * Stages whose mistakes are combined even if they do not change the string. Example: a different order may matter only
 * with different names.
 */
const alwaysPaired: ReadonlySet<Stage> = /* @__PURE__ */ new Set(['order', 'bytes']);

/** Number of characters to build and hash in one slice of about a millisecond. */
const sliceWork = 60_000;
/** Maximum number of parameters. Joining more parameters takes longer than a slice. */
const maxFields = 1_000;
/**
 * Maximum number of characters to hash for pairs of mistakes. For values of many kilobytes, the search tries only the
 * first pairs.
 */
const pairWork = 120_000_000;

class Searching {
  readonly #limits: Limits;
  /** Digests of the hashed strings, with the stages that produced them. */
  readonly #seen = new Map<string, Set<Stage | undefined>>();
  /** The parameters after at most one mistake, and the string joined from them. */
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
   * @param isLast true for hypotheses that the search tries last
   * @returns variants that may have an effect in a pair
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

  /** Tries pairs in the order of their combined frequency. */
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
   * @param isPair true to hash the string without the slower check for a repetition
   * @returns true if the variant changes the string in a new way at its stage
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

  /**
   * Prepares the parameters once for each mistake, because most pairs include at most one mistake in the parameters.
   */
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

  /**
   * Returns whether the string is new, and whether it is new at this stage. A string that is new only at its stage can
   * matter in a pair.
   */
  #noted(payload: Payload, stage: Stage | undefined): { isNew: boolean; matters: boolean } {
    const digest = hash('md5', payload, 'base64');
    const stages = this.#seen.get(digest);
    if (stages === undefined) this.#seen.set(digest, new Set([stage]));
    const matters = stages === undefined || !(stages.has(undefined) || stages.has(stage));
    stages?.add(stage);
    return { isNew: stages === undefined, matters };
  }
}

/** Returns false for large parameters, because caching their strings would use hundreds of megabytes. */
function isKept({ facts: { fields } }: Base): boolean {
  return fields.length <= 100 && fields.reduce((sum, { text }) => sum + text.length, 0) <= 8_192;
}

function altered(recipe: Recipe, tries: readonly Try[]): Recipe {
  const made: Record<string, unknown> = { ...recipe };
  for (const { variant } of tries) made[variant.stage] = variant.apply;
  return made as unknown as Recipe;
}
