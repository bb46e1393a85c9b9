import type { SignatureMistake } from '@inrgate/sdk/doctor';

/** What is judged: what was asked, or what was answered. */
export type About = 'request' | 'answer' | 'callback' | 'acknowledgement';

/** What one exchange says about one rule. */
export interface Finding {
  /** The rule: a row of the table of conformance. */
  readonly id: string;
  /** What the rule asks for, in a sentence. */
  readonly title: string;
  /** Whether the exchange shows that it is kept, that it is not, that it may not be, or nothing. */
  readonly state: 'held' | 'broken' | 'doubtful' | 'unobservable';
  /** Whose it is to keep it. */
  readonly about: About;
  /** Of a wrong signature what was done wrong, where it is known. */
  readonly mistakes?: readonly SignatureMistake[];
  /** What is wrong, or why nothing can be said, in a sentence; empty where it is held, or was not asked for. */
  readonly message: string;
}

/** What would be wrong, if nothing that is not seen here explains it. */
export interface Doubt {
  readonly doubt: string;
}

/** Why an exchange does not show what it might have. */
export interface Unseen {
  readonly unseen: string;
}

/** True: it holds. A text: what is wrong. null: this exchange has nothing to do with it, or does not show it. */
export type Verdict = true | string | Doubt | Unseen | null;

/** One rule, and how an exchange shows whether it is kept. Pure: it knows what it is given alone. */
export interface Check<Subject> {
  readonly id: string;
  readonly title: string;
  readonly judge: (subject: Subject) => Verdict;
}

/** What each of the checks says. */
export function judgeBy<Subject>(
  checks: readonly Check<Subject>[],
  subject: Subject,
  about: About,
): readonly Finding[] {
  return checks.map(({ id, title, judge }) => finding({ id, title, about }, judge(subject)));
}

/** A verdict with what it is about. */
export function finding(rule: Pick<Finding, 'id' | 'title' | 'about'>, verdict: Verdict): Finding {
  if (verdict === true) return { ...rule, state: 'held', message: '' };
  if (typeof verdict === 'string') return { ...rule, state: 'broken', message: verdict };
  if (verdict !== null && 'doubt' in verdict) return { ...rule, state: 'doubtful', message: verdict.doubt };
  return { ...rule, state: 'unobservable', message: verdict?.unseen ?? '' };
}

/** The first that is wrong, or doubtful; true when something was seen and nothing is. */
export function allOf(...verdicts: readonly Verdict[]): Verdict {
  const wrong = verdicts.find((verdict) => typeof verdict === 'string');
  const doubtful = verdicts.find(
    (verdict) => verdict !== null && verdict !== true && typeof verdict !== 'string' && 'doubt' in verdict,
  );
  if (wrong !== undefined || doubtful !== undefined) return wrong ?? doubtful ?? null;
  return verdicts.includes(true) || (verdicts.find((verdict) => verdict !== null) ?? null);
}

const shownLength = 60;

/** A value of somebody else's as a message may hold it: short. */
export function quoted(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > shownLength ? `${text.slice(0, shownLength)}…` : text;
}

/** Whether two values that have to be the same are. */
export function same(what: string, actual: unknown, expected: unknown): Verdict {
  return actual === expected ? true : `${what} is ${quoted(actual)}; it has to be ${quoted(expected)}`;
}
