import { plural } from './format.ts';
import type { CaseOfCheck, CheckLanguage, EndpointCheck } from './types.ts';

/** Names of the languages in which a check shows its fixes. */
export const checkLanguages: Readonly<Record<CheckLanguage, string>> = {
  php: 'PHP',
  python: 'Python',
  java: 'Java',
  go: 'Go',
  node: 'Node',
};

/** Number of completed cases, whatever their result. */
export function completedOf({ checks }: Pick<EndpointCheck, 'checks'>): number {
  return checks.filter(({ status }) => status !== 'waiting' && status !== 'running').length;
}

const rank: Readonly<Record<string, number>> = { fail: 0, warn: 1, skip: 3 };

/** Cases in the order of execution. After the check, failures come first. */
export function inReadingOrder({ state, checks }: Pick<EndpointCheck, 'state' | 'checks'>) {
  if (state === 'running') return checks;
  return checks.toSorted((a, b) => (rank[a.status] ?? 2) - (rank[b.status] ?? 2));
}

/** Summary of all results. */
export function tallyOf({ passed, failed, warned, skipped }: EndpointCheck): string {
  return `${passed} passed, ${failed} failed, ${plural(warned, 'warning')}, ${skipped} skipped`;
}

interface SentAndReceived {
  readonly sent: string;
  readonly received: string;
  readonly times: number;
}

/** Lists requests and responses in order. Combines equal neighbours to one entry with a count. */
export function groupedExchanges(exchanges: CaseOfCheck['exchanges']): readonly SentAndReceived[] {
  const rows: SentAndReceived[] = [];
  for (const { sent, received } of exchanges) {
    const last = rows.at(-1);
    if (last?.sent === sent && last.received === received)
      rows.splice(-1, 1, { ...last, times: last.times + 1 });
    else rows.push({ sent, received, times: 1 });
  }
  return rows;
}

/** Describes the outcome of a check that has ended. */
export function outcomeOf(check: EndpointCheck): {
  readonly text: string;
  readonly kind: 'done' | 'problem';
} {
  const { state, failed, message } = check;
  if (state === 'stopped') return { text: message ?? '', kind: 'done' };
  return failed === 0
    ? { text: 'The webhook check passed.', kind: 'done' }
    : { text: `The webhook check failed: ${plural(failed, 'case')}.`, kind: 'problem' };
}
