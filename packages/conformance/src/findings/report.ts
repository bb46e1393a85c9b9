/** One delivery and its answer, in words. */
export interface Exchange {
  /** What was sent: `a failed pay-in of CHECK-…, JSON`. */
  readonly sent: string;
  /** What came back: the status and the beginning of the body, without keys. */
  readonly received: string;
  /** Real milliseconds. */
  readonly durationMs: number;
}

/** `fail`: money or orders are at stake. `warn`: it works, by luck. `skip`: it could not be seen, and the message says why. */
export type CheckStatus = 'pass' | 'fail' | 'warn' | 'skip';

/** What one case found. */
export interface Check {
  /** Stable: a case of this id is played again with `cases: [id]`. */
  readonly id: string;
  /** What has to hold. */
  readonly title: string;
  /** How bad it is. */
  readonly status: CheckStatus;
  /** What was found, in words. Never holds a key. */
  readonly message: string;
  /** Why it matters; of a finding alone. */
  readonly why?: string;
  /** How to mend it; of a finding alone. */
  readonly fix?: string;
  /** What was sent and what came back, in turn. */
  readonly exchanges: readonly Exchange[];
}

/** Everything that was found. */
export interface CheckReport<One = Check> {
  /** How many cases passed. */
  readonly passed: number;
  /** How many cases failed. */
  readonly failed: number;
  /** How many cases work by luck. */
  readonly warned: number;
  /** How many cases could not be seen. */
  readonly skipped: number;
  /** Every case, in the order in which they were played. */
  readonly checks: readonly One[];
}

/** How many there are of each. */
export function countsOf(checks: readonly { readonly status: string }[]): Omit<CheckReport, 'checks'> {
  const count = (status: CheckStatus) => checks.filter((check) => check.status === status).length;
  return { passed: count('pass'), failed: count('fail'), warned: count('warn'), skipped: count('skip') };
}

/** Where a check is. */
export interface CheckProgress {
  /** Cases that are done. */
  readonly done: number;
  /** Cases that there are to play. */
  readonly total: number;
  /** The case that is played now, or was. */
  readonly id: string;
  /** What has to hold in it. */
  readonly title: string;
  /** What it found; null before it is played. */
  readonly check: Check | null;
}

/** Texts that stand in a row, each once: `3 × 200 success`. */
export function grouped(texts: readonly string[]): readonly string[] {
  const rows: { text: string; count: number }[] = [];
  for (const text of texts) {
    const last = rows.at(-1);
    if (last?.text === text) last.count += 1;
    else rows.push({ text, count: 1 });
  }
  return rows.map(({ text, count }) => (count === 1 ? text : `${count} × ${text}`));
}
