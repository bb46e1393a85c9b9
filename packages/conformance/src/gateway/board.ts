import type { Finding } from '../traffic/finding.ts';
import type { Reply } from './reply.ts';

/**
 * Verdict of a rule on an exchange: true for passed, a string for a violation, or null if the exchange proves nothing.
 */
export type Shown = true | string | null;

/** The verdict on one exchange. A warning proves nothing, because the check itself sent the request. */
export function shownBy({ state, message }: Finding): Shown {
  if (state === 'held') return true;
  return state === 'broken' ? message : null;
}

export interface Wrong {
  readonly text: string;
  /** The request and response, or null if no single response shows the violation. */
  readonly reply: Pick<Reply, 'sent' | 'shown' | 'durationMs'> | null;
}

/** The evidence for one rule. */
export interface Evidence {
  readonly held: number;
  readonly wrong: readonly Wrong[];
  /** Reason why an attempt to check the rule was inconclusive. */
  readonly unseen: string | null;
}

/** Maximum number of stored findings for a rule. */
const keptFindings = 3;
const nothing: Evidence = { held: 0, wrong: [], unseen: null };

/** The evidence collected so far, by rule. */
export class Board {
  readonly #seen = new Map<string, Evidence>();

  get rules(): readonly string[] {
    return [...this.#seen.keys()];
  }

  of(id: string): Evidence {
    return this.#seen.get(id) ?? nothing;
  }

  add(id: string, verdict: Shown, reply: Wrong['reply'] = null): void {
    const before = this.of(id);
    if (verdict === true) this.#seen.set(id, { ...before, held: before.held + 1 });
    if (typeof verdict !== 'string' || before.wrong.length >= keptFindings) return;
    if (before.wrong.some(({ text }) => text === verdict)) return;
    this.#seen.set(id, { ...before, wrong: [...before.wrong, { text: verdict, reply }] });
  }

  /** Records the reason why rules could not be checked. */
  unseen(ids: readonly string[], reason: string): void {
    for (const id of ids) this.#seen.set(id, { ...this.of(id), unseen: this.of(id).unseen ?? reason });
  }
}
