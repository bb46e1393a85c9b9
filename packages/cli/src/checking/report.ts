/** One case of a check and what it found. */
export interface CheckResult {
  readonly id: string;
  /** What has to hold. */
  readonly title: string;
  readonly status: 'pass' | 'fail' | 'warn' | 'skip';
  /** What was found, in words. */
  readonly message: string;
  /** Why it matters. */
  readonly why?: string;
  /** How to mend it. */
  readonly fix?: string;
  /** What was sent, and what came back. */
  readonly exchanges: readonly {
    readonly sent: string;
    readonly received: string;
    readonly durationMs: number;
  }[];
}

/** What a check found in all. */
export interface CheckReport {
  readonly passed: number;
  readonly failed: number;
  readonly warned: number;
  readonly skipped: number;
  readonly checks: readonly CheckResult[];
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
