import { type Mask, printable } from '@inrgate/sdk/internal';
import { bodyText } from '../delivery/acknowledgement.ts';
import type { DeliveryResult } from '../delivery/sender.ts';
import { beginning, cut, maxKeyLength } from '../masking/masking.ts';

/** Summary of one delivery and its response. */
export interface Exchange {
  /** The delivery: `a failed pay-in of CHECK-…, JSON`. */
  readonly sent: string;
  /** The response: its status and the beginning of its body, without keys. */
  readonly received: string;
  /** Duration in real milliseconds. */
  readonly durationMs: number;
}

/**
 * Status of a case. `fail`: money or orders are at risk. `warn`: the case passed, but only by chance. `skip`: the check
 * could not observe the case, and the message states the reason.
 */
export type CheckStatus = 'pass' | 'fail' | 'warn' | 'skip';

/** The result of one case. */
export interface Check {
  /** Stable identifier. `cases: [id]` runs only this case. */
  readonly id: string;
  /** The expected behaviour. */
  readonly title: string;
  /** Status of the case. */
  readonly status: CheckStatus;
  /** Description of the finding, without keys. */
  readonly message: string;
  /** What the finding costs, if it is known: `a forged callback is credited`. The report lists findings by their cost. */
  readonly cost?: string;
  /** Reason why the finding is important, if the case failed or warns. */
  readonly why?: string;
  /** Fix of the finding, if the case failed or warns. */
  readonly fix?: string;
  /** Deliveries and responses, in order. */
  readonly exchanges: readonly Exchange[];
}

/** All results of a check. */
export interface CheckReport<One = Check> {
  /** Number of passed cases. */
  readonly passed: number;
  /** Number of failed cases. */
  readonly failed: number;
  /** Number of warnings. */
  readonly warned: number;
  /** Number of skipped cases. */
  readonly skipped: number;
  /** Every case. The findings come first, by their cost; the other cases follow in the order of execution. */
  readonly checks: readonly One[];
}

/** Number of checks of each status. */
export function countsOf(checks: readonly { readonly status: string }[]): Omit<CheckReport, 'checks'> {
  const count = (status: CheckStatus) => checks.filter((check) => check.status === status).length;
  return { passed: count('pass'), failed: count('fail'), warned: count('warn'), skipped: count('skip') };
}

/** Progress of a check. */
export interface CheckProgress {
  /** Number of finished cases. */
  readonly done: number;
  /** Number of cases to run. */
  readonly total: number;
  /** Id of the current case, or of the case that just finished. */
  readonly id: string;
  /** Expected behaviour of the case. */
  readonly title: string;
  /** Result of the case, or null before it runs. */
  readonly check: Check | null;
}

/** Joins equal consecutive strings: `3 × 200 success`. */
export function grouped(texts: readonly string[]): readonly string[] {
  const rows: { text: string; count: number }[] = [];
  for (const text of texts) {
    const last = rows.at(-1);
    if (last?.text === text) last.count += 1;
    else rows.push({ text, count: 1 });
  }
  return rows.map(({ text, count }) => (count === 1 ? text : `${count} × ${text}`));
}

/**
 * Reason why a check could not run. Every check can fail with `invalid_option` or `unreachable`. The webhook checker
 * can fail with `probe_failed` or `order_failed`, and the shop checker with `shop_failed`. The other codes describe a
 * gateway that cannot be checked.
 */
export type CheckErrorCode =
  | 'invalid_option'
  | 'unreachable'
  | 'probe_failed'
  | 'order_failed'
  | 'shop_failed'
  | 'not_a_gateway'
  | 'redirected'
  | 'wrong_keys'
  | 'refused'
  | 'rate_limited';

/** A check could not run. The message contains the whole explanation, but no keys. */
export class CheckError extends Error {
  override readonly name = 'CheckError';
  /** Stable code of the reason. The message describes the reason. */
  readonly code: CheckErrorCode;

  constructor(code: CheckErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** @throws {CheckError} `invalid_option` */
export function invalidOption(message: string): never {
  throw new CheckError('invalid_option', message);
}

/**
 * Parses the URL in an option.
 *
 * @throws {CheckError} `invalid_option` unless the option is an http or https URL without a user name and a password
 */
export function httpUrl(name: string, text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) invalidOption(`${name} must be an http or https URL`);
  if (url.username !== '' || url.password !== '')
    invalidOption(`${name} must not contain a user name or a password`);
  return url;
}

/** Maximum number of characters of a response in a finding. */
const shownLength = 60;

/** The beginning of a response for a report, without keys and control characters. */
export function shownAnswer(result: Pick<DeliveryResult, 'status' | 'body'>, hide: Mask): string {
  if (result.status === null) return 'no response';
  const text = bodyText(result.body) ?? '';
  const wasCut = text.length > shownLength + maxKeyLength;
  const shown = printable(beginning(hide(cut(text, shownLength)), shownLength, wasCut));
  const rest = text.length > shownLength ? '…' : '';
  return text === '' ? `${result.status} without a body` : `${result.status} ${shown}${rest}`;
}
