import type { Doubt, Finding } from '../traffic/finding.ts';
import type { Reply } from './reply.ts';

/**
 * Verdict of a rule on an exchange: true for passed, a string for a violation, a doubt for a warning, or null if the
 * exchange proves nothing.
 */
export type Shown = true | string | Doubt | null;

export function shownBy({ state, message }: Finding): Shown {
  if (state === 'held') return true;
  if (state === 'doubtful') return { doubt: message };
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
  readonly doubtful: readonly Wrong[];
  /** Reason why an attempt to check the rule was inconclusive. */
  readonly unseen: string | null;
}

/** Maximum number of stored findings for a rule. */
const keptFindings = 3;
const nothing: Evidence = { held: 0, wrong: [], doubtful: [], unseen: null };

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
    if (verdict === null) return;
    if (verdict === true) return void this.#seen.set(id, { ...before, held: before.held + 1 });
    const [list, text] =
      typeof verdict === 'string' ? (['wrong', verdict] as const) : (['doubtful', verdict.doubt] as const);
    const kept = before[list];
    if (kept.length >= keptFindings || kept.some((one) => one.text === text)) return;
    this.#seen.set(id, { ...before, [list]: [...kept, { text, reply }] });
  }

  /** Records the reason why rules could not be checked. */
  unseen(ids: readonly string[], reason: string): void {
    for (const id of ids) this.#seen.set(id, { ...this.of(id), unseen: this.of(id).unseen ?? reason });
  }
}
