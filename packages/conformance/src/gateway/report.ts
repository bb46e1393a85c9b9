import type { Check, CheckReport, Exchange } from '../findings/report.ts';
import { type CheckLevel, checkLevels, type Rule } from '../rules/rule.ts';
import { rules } from '../rules/rules.ts';
import type { Doubt, Finding } from '../traffic/finding.ts';
import type { Reply } from './wire.ts';

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

export interface Evidence {
  readonly held: number;
  readonly wrong: readonly Wrong[];
  readonly doubtful: readonly Wrong[];
  /** Reason why an attempt to check the rule was inconclusive. */
  readonly unseen: string | null;
}

const keptFindings = 3;
const nothing: Evidence = { held: 0, wrong: [], doubtful: [], unseen: null };

/** The evidence collected so far, by rule. */
export class Board {
  readonly #seen = new Map<string, Evidence>();

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

/** Result of a gateway check: the status of each rule of the conformance table. */
export interface GatewayReport extends CheckReport {
  /** Level of the check. */
  readonly level: CheckLevel;
  /** Number of sent requests. */
  readonly requests: number;
  /** Number of responses about a wrong signature. About ten wrong signatures lock an IP address. */
  readonly wrongSignatures: number;
}

const silent = 'the specification does not define this case, and the mock gateway uses this interpretation';

interface Asked {
  readonly level: CheckLevel;
  readonly legacy: boolean;
}

export function checksOf(board: Board, asked: Asked): readonly Check[] {
  return rules.map((rule) => checkOf(rule, board.of(rule.id), asked));
}

function checkOf(rule: Rule, { held, wrong, doubtful, unseen }: Evidence, asked: Asked): Check {
  const { id, title } = rule;
  const findings = wrong.length > 0 ? wrong : doubtful;
  if (findings.length > 0) {
    const isReading = id.startsWith('reading:');
    return {
      ...{ id, title },
      exchanges: findings.flatMap(({ reply }) => (reply === null ? [] : [exchangeOf(reply)])),
      status: isReading || wrong.length === 0 ? 'warn' : 'fail',
      message: findings.map(({ text }) => text).join('; '),
      ...(isReading && { why: silent }),
    };
  }
  const message =
    held > 0
      ? `passed in ${held} ${held === 1 ? 'response' : 'responses'}`
      : (unseen ?? whyUnseen(rule, asked));
  return { id, title, status: held > 0 ? 'pass' : 'skip', message, exchanges: [] };
}

function exchangeOf({ sent, shown, durationMs }: NonNullable<Wrong['reply']>): Exchange {
  return { sent, received: shown, durationMs };
}

function whyUnseen({ id, seen }: Rule, { level, legacy }: Asked): string {
  if (typeof seen === 'object') return seen.never;
  if (!legacy && isLegacy(id)) return 'the legacy base URL is not set';
  return checkLevels.indexOf(seen) > checkLevels.indexOf(level)
    ? 'requires real orders; use --level smallest'
    : 'no response depends on this rule';
}

function isLegacy(id: string): boolean {
  return (
    /:(?:v1\.|errors\.v1\.|limits\.v1-|states\.link|order\.v1|events\.legacy)/.test(id) ||
    id === 'spec:auth.v1-secret'
  );
}
