import type { SignatureMistake } from '@inrgate/sdk/doctor';
import { rules } from '../rules/rules.ts';

/** The sentence of each rule, by id. */
const titles: ReadonlyMap<string, string> = new Map(rules.map(({ id, title }) => [id, title]));

/** The message that a finding judges. */
export type About = 'request' | 'answer' | 'callback' | 'acknowledgement';

/** The result of one exchange for one rule. */
export interface Finding {
  /** The id of the rule in the conformance table. */
  readonly id: string;
  /** The rule, as a sentence. */
  readonly title: string;
  /** State of the rule. `held` means passed, `broken` failed, `doubtful` a warning, and `unobservable` skipped. */
  readonly state: 'held' | 'broken' | 'doubtful' | 'unobservable';
  /** The message to which the rule applies. */
  readonly about: About;
  /** The mistakes of a wrong signature, if known. */
  readonly mistakes?: readonly SignatureMistake[];
  /** The violation, or the reason why the rule was not observed. Empty for a passed rule. */
  readonly message: string;
}

/** A possible violation that an event outside the traffic could explain. */
export interface Doubt {
  readonly doubt: string;
}

/** Reason why an exchange does not show whether a rule passed. */
export interface Unseen {
  readonly unseen: string;
}

export type Verdict = true | string | Doubt | Unseen | null;

/** The check of a rule, a pure function. */
export type Judge<Subject> = (subject: Subject) => Verdict;

export interface Check<Subject> {
  readonly id: string;
  readonly judge: Judge<Subject>;
}

/** Creates checks from a table by the ids of their rules. */
export function checksOf<Subject>(
  table: Readonly<Record<string, Judge<Subject>>>,
): readonly Check<Subject>[] {
  return Object.entries(table).map(([id, judge]) => {
    if (!titles.has(id)) throw new Error(`there is no rule ${id}`);
    return { id, judge };
  });
}

export function judgeBy<Subject>(
  checks: readonly Check<Subject>[],
  subject: Subject,
  about: About,
): readonly Finding[] {
  return checks.map(({ id, judge }) => finding({ id, about }, judge(subject)));
}

/** Creates a finding with the sentence of its rule. */
export function finding({ id, about }: Pick<Finding, 'id' | 'about'>, verdict: Verdict): Finding {
  const rule = { id, title: titles.get(id) ?? id, about };
  if (verdict === true) return { ...rule, state: 'held', message: '' };
  if (typeof verdict === 'string') return { ...rule, state: 'broken', message: verdict };
  if (verdict !== null && 'doubt' in verdict) return { ...rule, state: 'doubtful', message: verdict.doubt };
  return { ...rule, state: 'unobservable', message: verdict?.unseen ?? '' };
}

/**
 * Combines verdicts. The first violation takes precedence over the first warning, then a passed rule, then the first
 * reason.
 */
export function allOf(...verdicts: readonly Verdict[]): Verdict {
  const wrong = verdicts.find((verdict) => typeof verdict === 'string');
  const doubtful = verdicts.find(
    (verdict) => verdict !== null && verdict !== true && typeof verdict !== 'string' && 'doubt' in verdict,
  );
  if (wrong !== undefined || doubtful !== undefined) return wrong ?? doubtful ?? null;
  return verdicts.includes(true) || (verdicts.find((verdict) => verdict !== null) ?? null);
}

const shownLength = 60;

/** Quotes and shortens a value for a message. */
export function quoted(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > shownLength ? `${text.slice(0, shownLength)}…` : text;
}

/** Compares an actual value with the expected value. */
export function same(what: string, actual: unknown, expected: unknown): Verdict {
  return actual === expected ? true : `${what} is ${quoted(actual)}; expected ${quoted(expected)}`;
}
