import type { Mask } from '@inrgate/sdk/internal';
import type { ExplainedDiagnosis } from './explained.ts';
import type { KeptExchange, MaskedExchange, MaskedSignature } from './kept-exchange.ts';
import type { AnsweredRequest, LoggedRequest } from './logged-request.ts';
import type { RequestSearch } from './request-search.ts';
import type { KnownKeys, MerchantKeys } from './trace.ts';

/** One entry with the request, the response and the signed string. */
export interface RequestInFull extends Omit<LoggedRequest, 'diagnosis'> {
  readonly diagnosis: ExplainedDiagnosis | null;
  readonly signature: MaskedSignature | null;
  readonly exchange: MaskedExchange;
}

/** An entry before masking, with the function that masks its keys. */
export interface UnmaskedRequest
  extends Pick<AnsweredRequest, 'time' | 'method' | 'path' | 'status' | 'durationMs'> {
  readonly exchange: KeptExchange;
  readonly hideKeys: Mask;
}

/** A recorded entry: its id, and the entry as the log shows it. */
export interface Recorded {
  readonly id: string;
  readonly shown: () => LoggedRequest;
}

/** One page of the log, newest first. */
export interface RequestPage {
  readonly items: readonly LoggedRequest[];
  readonly nextCursor: string | null;
}

/** The latest wire API requests. The log masks secrets when it shows an entry. */
export interface RequestLog {
  /**
   * Adds keys to mask. Until a reset, the log masks these keys in all entries, even after the merchant's keys change.
   */
  protect(keys: MerchantKeys): void;
  /** Adds the control token of a gateway in this process to the strings that the log masks. */
  protectToken(token: string): void;
  /** Masks every key in a string from outside the log, for example in a receiver's response. */
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
  tally(): Promise<{ readonly total: number; readonly refused: number }>;
  get(id: string): Promise<LoggedRequest | null>;
  /**
   * Returns an entry with the request, the response and the signed string.
   *
   * @param merchants merchants whose keys are tried for a wrong signature
   */
  inFull(id: string, merchants?: KnownKeys): Promise<RequestInFull | null>;
  /** Returns the newest matching entries, oldest first, unmasked. The caller must mask them. */
  unmasked(search: RequestSearch, newest: number): Promise<readonly UnmaskedRequest[]>;
}

/** Minimum number and size in bytes of the stored entries. The log stores at most twice as many. */
export const capacity = { requests: 2_000, bytes: 16 * 1024 * 1024 };

/** Id of a request in pages and lookups. */
export function idOf(number: number): string {
  return `req_${number}`;
}

/**
 * Returns the number in an id, or null if the id was not assigned.
 *
 * @param last the last assigned number
 */
export function numberOf(id: string, last: number): number | null {
  const number = Number(/^req_([1-9][0-9]{0,14})$/.exec(id)?.[1] ?? Number.NaN);
  return Number.isNaN(number) || number > last ? null : number;
}
