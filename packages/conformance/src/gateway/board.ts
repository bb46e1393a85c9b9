import type { Finding } from '../traffic/finding.ts';
import type { Reply } from './reply.ts';

/** True: it holds. A text: what is wrong. null: nothing is shown. */
export type Shown = true | string | null;

/** What an exchange alone shows; a doubt is none, since the check knows what it did. */
export function shownBy({ state, message }: Finding): Shown {
  if (state === 'held') return true;
  return state === 'broken' ? message : null;
}

/** What is wrong, and what showed it. */
export interface Wrong {
  readonly text: string;
  /** null where no single answer showed it. */
  readonly reply: Pick<Reply, 'sent' | 'shown' | 'durationMs'> | null;
}

/** What was seen of one rule. */
export interface Evidence {
  readonly held: number;
  readonly wrong: readonly Wrong[];
  /** Why it was not seen, where it was looked for. */
  readonly unseen: string | null;
}

/** Findings of a rule that are kept; of more there is nothing to learn. */
const keptFindings = 3;
const nothing: Evidence = { held: 0, wrong: [], unseen: null };

/** What was seen so far, rule by rule. */
export class Board {
  readonly #seen = new Map<string, Evidence>();

  /** Everything that was seen or looked for. */
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

  /** It was looked for, and could not be seen. */
  unseen(ids: readonly string[], reason: string): void {
    for (const id of ids) this.#seen.set(id, { ...this.of(id), unseen: this.of(id).unseen ?? reason });
  }
}
