import { plural } from './format.ts';
import type { CaseOfCheck, EndpointCheck } from './types.ts';

/** How many cases were played, whatever came of them. */
export function playedOf({ checks }: Pick<EndpointCheck, 'checks'>): number {
  return checks.filter(({ status }) => status !== 'waiting' && status !== 'running').length;
}

const rank: Readonly<Record<string, number>> = { fail: 0, warn: 1, skip: 3 };

/** In the order in which they are played; once it has ended, what is to be mended stands first. */
export function inReadingOrder({ state, checks }: Pick<EndpointCheck, 'state' | 'checks'>) {
  if (state === 'running') return checks;
  return checks.toSorted((a, b) => (rank[a.status] ?? 2) - (rank[b.status] ?? 2));
}

/** What was found in all, in words. */
export function tallyOf({ passed, failed, warned, skipped }: EndpointCheck): string {
  return `${passed} passed, ${failed} failed, ${warned} to look at, ${skipped} not seen`;
}

interface SentAndReceived {
  readonly sent: string;
  readonly received: string;
  readonly times: number;
}

/** What was sent and what came back, in turn; what stands in a row is one, so often. */
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

/** Told once it has ended. */
export function outcomeOf(check: EndpointCheck): {
  readonly text: string;
  readonly kind: 'done' | 'problem';
} {
  const { state, failed, message } = check;
  if (state === 'stopped') return { text: message ?? '', kind: 'done' };
  return failed === 0
    ? { text: 'The endpoint was checked; no case failed.', kind: 'done' }
    : { text: `The endpoint was checked; ${plural(failed, 'case')} failed.`, kind: 'problem' };
}
