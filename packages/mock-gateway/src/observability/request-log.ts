import type { Mask } from '@inrgate/conformance/internal';
import type { ExplainedDiagnosis } from './explained.ts';
import type { KeptExchange, MaskedExchange, MaskedSignature } from './kept-exchange.ts';
import type { AnsweredRequest, LoggedRequest, UnpackedRequest } from './logged-request.ts';
import type { RequestSearch } from './request-search.ts';
import type { KnownKeys, MerchantKeys } from './trace.ts';

/** One entry with request, response and signed string. */
export interface RequestInFull extends Omit<LoggedRequest, 'diagnosis'> {
  /** Explanation of a wrong signature, as far as it is known. */
  readonly diagnosis: ExplainedDiagnosis | null;
  readonly signature: MaskedSignature | null;
  readonly exchange: MaskedExchange;
}

/** One entry as it came, nothing of it masked, with what hides the keys in it. */
export interface UnmaskedRequest
  extends Pick<UnpackedRequest, 'time' | 'method' | 'path' | 'status' | 'durationMs'> {
  readonly exchange: KeptExchange;
  readonly hideKeys: Mask;
}

/** A recorded entry: its id and its view. */
export interface Recorded {
  readonly id: string;
  readonly shown: () => LoggedRequest;
}

/** One page of it, newest first. */
export interface RequestPage {
  readonly items: readonly LoggedRequest[];
  readonly nextCursor: string | null;
}

/** The last wire API requests of all instances of a backend. Secrets are masked when an entry is shown. */
export interface RequestLog {
  /** Keys that are masked until a reset, also in older entries and after the merchant gets other keys. */
  protect(keys: MerchantKeys): void;
  /** The control token of a gateway here: masked as long as the log lives. */
  protectToken(token: string): void;
  /** Masks every key in an external string, such as a receiver's response. */
  readonly hideKeys: Mask;
  record(request: AnsweredRequest): Promise<Recorded>;
  /**
   * Matching entries, newest first.
   *
   * @throws {StoreError} `invalid_cursor`
   */
  list(
    page: { readonly limit: number; readonly cursor?: string | undefined },
    search?: RequestSearch,
  ): Promise<RequestPage>;
  /** Number of kept and of refused requests. */
  tally(): Promise<{ readonly total: number; readonly refused: number }>;
  get(id: string): Promise<LoggedRequest | null>;
  /**
   * Entry with request, response and signed string.
   *
   * @param merchants whose keys are also tried for a wrong signature; read only in that case
   */
  inFull(id: string, merchants?: KnownKeys): Promise<RequestInFull | null>;
  /** The newest that are searched for, oldest first. They are not masked yet: who writes them masks them. */
  unmasked(search: RequestSearch, newest: number): Promise<readonly UnmaskedRequest[]>;
}

/** Minimum amount of recent entries that is kept. The maximum is twice as much. */
export const capacity = { requests: 2_000, bytes: 16 * 1024 * 1024 };

/** Id of a request in pages and lookups. */
export function idOf(number: number): string {
  return `req_${number}`;
}

/** The number in an id; null where that is none that was ever given. @param last the last one that was */
export function numberOf(id: string, last: number): number | null {
  const number = Number(/^req_([1-9][0-9]{0,14})$/.exec(id)?.[1] ?? Number.NaN);
  return Number.isNaN(number) || number > last ? null : number;
}
