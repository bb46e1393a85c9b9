import { type CheckReport, type CheckStatus, countsOf } from '../findings/report.ts';
import type { Finding } from './finding.ts';

const unshown = 'no exchange shows this rule';

interface Seen {
  /** The first violation, or else the last reason why the rule was not observed. */
  readonly finding: Finding;
  readonly broken: number;
  readonly doubtful: number;
  readonly held: number;
}

/** The results of all exchanges for one rule. */
export interface TrafficCheck extends Pick<Finding, 'id' | 'title' | 'about'> {
  /**
   * `fail` if one exchange violates the rule. `warn` if one exchange may violate it. `pass` if one exchange follows it.
   */
  readonly status: CheckStatus;
  /** The message of the most significant finding. */
  readonly message: string;
  /** Number of exchanges with this status. */
  readonly times: number;
}

/** Collects the findings of exchanges by rule. */
export class Tally {
  readonly #seen = new Map<string, Seen>();
  #exchanges = 0;

  /** Number of added exchanges. */
  get exchanges(): number {
    return this.#exchanges;
  }

  /** Adds the findings of one exchange. */
  add(findings: readonly Finding[]): void {
    this.#exchanges += 1;
    for (const finding of findings) {
      const before = this.#seen.get(keyOf(finding)) ?? { finding, broken: 0, doubtful: 0, held: 0 };
      this.#seen.set(keyOf(finding), {
        finding: weightOf(finding) > weightOf(before.finding) ? finding : before.finding,
        broken: before.broken + Number(finding.state === 'broken'),
        doubtful: before.doubtful + Number(finding.state === 'doubtful'),
        held: before.held + Number(finding.state === 'held'),
      });
    }
  }

  /** All results so far. */
  report(): CheckReport<TrafficCheck> {
    const checks = [...this.#seen.values()].map((seen) => {
      const { id, title, about } = seen.finding;
      return { id, title, about, ...judged(seen) };
    });
    return { ...countsOf(checks), checks };
  }
}

function judged({ finding: { message }, broken, doubtful, held }: Seen) {
  if (broken > 0) return { status: 'fail' as const, message, times: broken };
  if (doubtful > 0) return { status: 'warn' as const, message, times: doubtful };
  if (held > 0) return { status: 'pass' as const, message: '', times: held };
  return { status: 'skip' as const, message: message === '' ? unshown : message, times: 0 };
}

/** Returns the significance of a finding, to choose among several findings. */
function weightOf({ state, message }: Finding): number {
  if (state === 'broken') return 3;
  if (state === 'doubtful') return 2;
  return message === '' ? 0 : 1;
}

function keyOf({ id, about }: Finding): string {
  return `${id} ${about}`;
}
