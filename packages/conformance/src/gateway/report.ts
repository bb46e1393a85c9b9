import type { Check, CheckReport, Exchange } from '../findings/report.ts';
import type { CheckLevel, Rule } from '../rules/rule.ts';
import { checkLevels } from '../rules/rule.ts';
import { rules } from '../rules/rules.ts';
import type { Board, Evidence, Wrong } from './board.ts';

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

export function checksOf(
  board: Board,
  level: CheckLevel,
  { legacy }: { readonly legacy: boolean },
): readonly Check[] {
  return rules.map((rule) => checkOf(rule, board.of(rule.id), { level, legacy }));
}

interface Asked {
  readonly level: CheckLevel;
  readonly legacy: boolean;
}

function checkOf(rule: Rule, { held, wrong, doubtful, unseen }: Evidence, asked: Asked): Check {
  const { id, title } = rule;
  const findings = wrong.length > 0 ? wrong : doubtful;
  if (findings.length > 0) {
    const isReading = id.startsWith('reading:');
    return {
      ...{
        id,
        title,
        exchanges: findings.flatMap(({ reply }) => (reply === null ? [] : [exchangeOf(reply)])),
      },
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
