import type { Trace } from '../http/services.ts';

/** A wire request as the log keeps it (contract: GET /requests). Keys and personal data never appear. */
export interface LoggedRequest {
  readonly id: string;
  /** ISO-8601 IST. */
  readonly time: string;
  readonly ip: string;
  readonly method: string;
  readonly path: string;
  readonly endpoint: string | null;
  readonly mchId: string | null;
  readonly mchOrderNo: string | null;
  readonly status: number;
  readonly error: string | null;
  /** Real milliseconds. */
  readonly durationMs: number;
  readonly parameters: Readonly<Record<string, string>>;
  /** For a wrong signature: what should have been signed, the key masked. */
  readonly diagnosis: Trace['diagnosis'];
}

const capacity = 2_000;
const maxParameters = 100;
const maxValueLength = 512;

/** The beneficiary's data (spec: POST payout), v1's key, and keys that somebody sends by mistake. */
const maskedNames = new Set([
  'accountNumber',
  'accountName',
  'upiId',
  'usdtAddress',
  'api_key',
  'api_secret',
  'key',
  'secret',
  'mchKey',
  'mchSecret',
]);

/** The last wire requests, newest first; bounded, in memory. */
export class RequestLog {
  /** Oldest first. */
  #entries: LoggedRequest[] = [];
  #recorded = 0;

  record(entry: Omit<LoggedRequest, 'id'>): LoggedRequest {
    this.#recorded += 1;
    const logged = { id: `req_${this.#recorded}`, ...entry };
    this.#entries.push(logged);
    // Dropping in batches keeps recording cheap.
    if (this.#entries.length >= capacity * 2) this.#entries = this.#entries.slice(-capacity);
    return logged;
  }

  list(page: { readonly limit: number; readonly cursor?: string | undefined }) {
    const end =
      page.cursor === undefined
        ? this.#entries.length
        : this.#entries.findIndex(({ id }) => id === page.cursor);
    const start = Math.max(0, end - page.limit);
    const items = this.#entries.slice(start, Math.max(0, end)).reverse();
    return { items, nextCursor: start > 0 ? (items.at(-1)?.id ?? null) : null };
  }

  get(id: string): LoggedRequest | null {
    return this.#entries.find((entry) => entry.id === id) ?? null;
  }

  clear(): void {
    this.#entries = [];
  }
}

/** What may be kept of a request's parameters; `secrets` are the merchant's keys, wherever they were written. */
export function keepParameters(
  parameters: ReadonlyMap<string, string> | null,
  secrets: readonly string[],
): Record<string, string> {
  const kept = [...(parameters ?? [])].slice(0, maxParameters);
  return Object.fromEntries(
    kept.map(([name, value]) => {
      const masked = maskedNames.has(name) || secrets.some((secret) => value.includes(secret));
      return [name.slice(0, maxValueLength), masked ? '***' : value.slice(0, maxValueLength)];
    }),
  );
}
