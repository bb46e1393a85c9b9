import type { Mask } from '@inrgate/conformance/internal';
import type { ExplainedDiagnosis } from './explained.ts';
import type { KeptExchange, MaskedExchange, MaskedSignature } from './kept-exchange.ts';
import type { AnsweredRequest, LoggedRequest, UnpackedRequest } from './logged-request.ts';
import type { RequestSearch } from './request-search.ts';
import type { KnownKeys, MerchantKeys } from './trace.ts';

/** One entry with what was sent, answered and signed. */
export interface RequestInFull extends Omit<LoggedRequest, 'diagnosis'> {
  /** For a wrong signature: what was done wrong, as far as it can be told. */
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

/** What has been recorded: its id, and how the log shows it. */
export interface Recorded {
  readonly id: string;
  readonly shown: () => LoggedRequest;
}

/** One page of it, newest first. */
export interface RequestPage {
  readonly items: readonly LoggedRequest[];
  readonly nextCursor: string | null;
}

/** The last wire requests that gateways over one backend have answered. What is secret is masked when it is shown. */
export interface RequestLog {
  /** Keys that are masked until a reset, in what was recorded before too, and after the merchant has others. */
  protect(keys: MerchantKeys): void;
  /** The control token of a gateway here: masked as long as the log lives. */
  protectToken(token: string): void;
  /** A text of somebody else's, such as a receiver's answer, without any key. */
  readonly hideKeys: Mask;
  record(request: AnsweredRequest): Promise<Recorded>;
  /**
   * Newest first; what is searched for alone.
   *
   * @throws {StoreError} `invalid_cursor`
   */
  list(
    page: { readonly limit: number; readonly cursor?: string | undefined },
    search?: RequestSearch,
  ): Promise<RequestPage>;
  /** How many are kept, and how many of them were refused. */
  tally(): Promise<{ readonly total: number; readonly refused: number }>;
  get(id: string): Promise<LoggedRequest | null>;
  /**
   * With what was sent, answered and signed.
   *
   * @param merchants whose keys are tried too where the signature is wrong; read only then
   */
  inFull(id: string, merchants?: KnownKeys): Promise<RequestInFull | null>;
  /** The newest that are searched for, oldest first. They are not masked yet: who writes them masks them. */
  unmasked(search: RequestSearch, newest: number): Promise<readonly UnmaskedRequest[]>;
}

/** How much is kept, at least, of what comes last; never more than twice as much. */
export const capacity = { requests: 2_000, bytes: 16 * 1024 * 1024 };

/** What a request is known by, in pages and by whoever looks for it. */
export function idOf(number: number): string {
  return `req_${number}`;
}

/** The number in an id; null where that is none that was ever given. @param last the last one that was */
export function numberOf(id: string, last: number): number | null {
  const number = Number(/^req_([1-9][0-9]{0,14})$/.exec(id)?.[1] ?? Number.NaN);
  return Number.isNaN(number) || number > last ? null : number;
}
