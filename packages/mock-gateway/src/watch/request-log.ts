import { StoreError } from '../store/store-error.ts';
import { shownPart } from './cut.ts';
import { diagnosisOf, type SignatureDiagnosis } from './diagnosis.ts';
import { SignatureDoctor } from './doctor.ts';
import { type ExplainedDiagnosis, explainedDiagnosis, maskedDiagnosis, shownParameter } from './explained.ts';
import {
  type KeptExchange,
  type MaskedExchange,
  type MaskedSignature,
  maskedExchange,
  maskedSignature,
} from './kept-exchange.ts';
import { KeyIndex } from './key-index.ts';
import {
  type AnsweredRequest,
  bytesOf,
  type KeptRequest,
  keep,
  type LoggedRequest,
  maxValueLength,
  type UnpackedRequest,
  unpack,
} from './logged-request.ts';
import { isMaskedName, type Mask, mask, masking } from './masking.ts';
import { isSearched, type RequestSearch } from './request-search.ts';
import type { MerchantKeys } from './trace.ts';

/** One entry with what was sent, answered and signed. */
export interface RequestInFull extends Omit<LoggedRequest, 'diagnosis'> {
  /** For a wrong signature: what was done wrong, as far as it can be told. */
  readonly diagnosis: ExplainedDiagnosis | null;
  readonly signature: MaskedSignature | null;
  readonly exchange: MaskedExchange;
}

/** How much is kept, at least, of what comes last; never more than twice as much. */
const capacity = { requests: 2_000, bytes: 16 * 1024 * 1024 };
const maxParameters = 100;

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
  /** With what was sent, answered and signed. */
  inFull(id: string): Promise<RequestInFull | null>;
  /** The newest that are searched for, oldest first. They are not masked yet: who writes them masks them. */
  unmasked(search: RequestSearch, newest: number): Promise<readonly UnmaskedRequest[]>;
}

/** The log of the gateways of one process; bounded, in memory. */
export class RecentRequests implements RequestLog {
  /** Oldest first, numbered without a gap. */
  #kept: KeptRequest[] = [];
  #bytes = 0;
  #recorded = 0;
  readonly #keys = new KeyIndex();
  readonly #doctor = new SignatureDoctor(() => this.#recorded);

  protect({ mchKey, mchSecret }: MerchantKeys): void {
    this.#keys.add(mchKey);
    this.#keys.add(mchSecret);
  }

  readonly hideKeys: Mask = masking(this.#keys);

  async record(request: AnsweredRequest): Promise<Recorded> {
    this.#recorded += 1;
    const kept = keep(request, this.#recorded);
    this.#kept.push(kept);
    this.#bytes += bytesOf(kept);
    // Dropping in batches keeps recording cheap.
    if (this.#kept.length >= capacity.requests * 2 || this.#bytes >= capacity.bytes * 2) this.#dropOldest();
    return { id: idOf(kept.number), shown: () => this.#shown(unpack(kept)) };
  }

  #dropOldest(): void {
    let first = this.#kept.length;
    this.#bytes = 0;
    for (const kept of this.#kept.toReversed()) {
      const bytes = this.#bytes + bytesOf(kept);
      if (bytes > capacity.bytes || this.#kept.length - first === capacity.requests) break;
      this.#bytes = bytes;
      first -= 1;
    }
    this.#kept = this.#kept.slice(first);
  }

  async list(
    page: { readonly limit: number; readonly cursor?: string | undefined },
    search: RequestSearch = {},
  ): Promise<RequestPage> {
    const end = page.cursor === undefined ? this.#kept.length : this.#position(page.cursor);
    if (end === null) throw new StoreError('invalid_cursor', 'is not one that a page gave');
    const items: LoggedRequest[] = [];
    let at = end - 1;
    for (; at >= 0 && items.length < page.limit; at--) {
      const kept = this.#kept[at];
      // Masking takes longer than looking.
      if (kept !== undefined && isSearched(kept, search)) items.push(this.#shown(unpack(kept)));
    }
    return { items, nextCursor: at >= 0 ? (items.at(-1)?.id ?? null) : null };
  }

  async tally() {
    const refused = this.#kept.reduce((sum, { status }) => sum + (status >= 400 ? 1 : 0), 0);
    return { total: this.#kept.length, refused };
  }

  async get(id: string): Promise<LoggedRequest | null> {
    const kept = this.#find(id);
    return kept === undefined ? null : this.#shown(unpack(kept));
  }

  async inFull(id: string): Promise<RequestInFull | null> {
    const kept = this.#find(id);
    if (kept === undefined) return null;
    const request = unpack(kept);
    const masked = this.#masking(request);
    const shown = this.#shown(request);
    return {
      ...shown,
      diagnosis: await this.#explained(request, shown.diagnosis),
      signature: maskedSignature(request.parameters, request.signedWith, masked),
      exchange: maskedExchange(request.exchange, { ...request, masked }),
    };
  }

  async unmasked(search: RequestSearch, newest: number): Promise<readonly UnmaskedRequest[]> {
    return this.#kept
      .filter((kept) => isSearched(kept, search))
      .slice(-newest)
      .map((kept) => {
        const request = unpack(kept);
        const { time, method, path, status, durationMs, exchange } = request;
        return { time, method, path, status, durationMs, exchange, hideKeys: this.#masking(request) };
      });
  }

  /** What the doctor says of it, which takes longer than what a list says. */
  async #explained(
    request: UnpackedRequest,
    diagnosis: SignatureDiagnosis | null,
  ): Promise<ExplainedDiagnosis | null> {
    const { number, wronglySigned, keys, parameters, exchange } = request;
    if (diagnosis === null || wronglySigned === null) return null;
    const contentType = exchange.request.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1];
    const explanation = await this.#doctor.explain(number, parameters ?? new Map(), {
      keys: keys ?? {},
      operation: wronglySigned,
      contentType,
      shown: shownParameter(this.#masking(request)),
    });
    // A key that has become known in the meantime is masked as well.
    return explainedDiagnosis(diagnosis, explanation, this.#masking(request));
  }

  /** Forgets the requests, and the keys that could be in them. */
  clear(): void {
    this.#kept = [];
    this.#bytes = 0;
    this.#keys.clear();
    this.#doctor.clear();
  }

  /** Where in the list it stands, below zero when it has gone; null when it never was there. */
  #position(id: string): number | null {
    const number = Number(/^req_([1-9][0-9]{0,14})$/.exec(id)?.[1] ?? Number.NaN);
    if (Number.isNaN(number) || number > this.#recorded) return null;
    return number - this.#recorded + this.#kept.length - 1;
  }

  #find(id: string): KeptRequest | undefined {
    return this.#kept[this.#position(id) ?? -1];
  }

  #masking({ keys }: UnpackedRequest): Mask {
    return masking(this.#keys, keys === null ? [] : [keys.mchKey, keys.mchSecret]);
  }

  #shown(unpacked: UnpackedRequest): LoggedRequest {
    const { number, keys, exchange: _, signedWith: _key, wronglySigned, ...request } = unpacked;
    const masked = this.#masking(unpacked);
    const shownOrNull = (text: string | null) =>
      text === null ? null : shownPart(text, masked, maxValueLength);
    const parameters = unpacked.parameters ?? new Map<string, string>();
    return {
      id: idOf(number),
      ...request,
      path: shownPart(request.path, masked, maxValueLength),
      mchId: shownOrNull(request.mchId),
      mchOrderNo: shownOrNull(request.mchOrderNo),
      parameters: maskedParameters(parameters, masked),
      diagnosis:
        wronglySigned === null
          ? null
          : maskedDiagnosis(
              diagnosisOf({ id: idOf(number), operation: wronglySigned, parameters, keys }),
              parameters,
              masked,
            ),
    };
  }
}

function idOf(number: number): string {
  return `req_${number}`;
}

function maskedParameters(parameters: ReadonlyMap<string, string>, masked: Mask): Record<string, string> {
  const shown = (text: string) => shownPart(text, masked, maxValueLength);
  const first = [...parameters].slice(0, maxParameters);
  return Object.fromEntries(
    first.map(([name, value]) => [shown(name), isMaskedName(name) ? mask : shown(value)]),
  );
}
