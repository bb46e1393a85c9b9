import { shownParameter } from '@inrgate/conformance/internal';
import { explainSignature } from '@inrgate/sdk/doctor';
import { type Mask, masking } from '@inrgate/sdk/internal';
import type { Merchant } from '../domain/merchant.ts';
import type { Paged } from '../store/paging.ts';
import { StoreError } from '../store/store-error.ts';
import type { SignatureDiagnosis } from './diagnosis.ts';
import { type MaskedExchange, type MaskedSignature, maskedExchange, maskedSignature } from './exchange.ts';
import { type ExplainedDiagnosis, explainedDiagnosis } from './explained.ts';
import {
  type AnsweredRequest,
  type LoggedRequest,
  type StoredRequest,
  toStored,
  type UnmaskedRequest,
} from './logged-request.ts';
import { isSearched, type RequestSearch } from './request-search.ts';
import { idOf, shownRequest } from './shown-request.ts';
import type { MerchantKeys } from './trace.ts';

/** One entry with the request, the response and the signed string. */
export interface RequestInFull extends Omit<LoggedRequest, 'diagnosis'> {
  readonly diagnosis: ExplainedDiagnosis | null;
  readonly signature: MaskedSignature | null;
  readonly exchange: MaskedExchange;
}

/** Minimum number and size in bytes of the stored entries. The log stores at most twice as many. */
const capacity = { requests: 2_000, bytes: 16 * 1024 * 1024 };

/**
 * Minimum length of a key that is masked in the requests of other merchants, because shorter keys occur in many words.
 */
const minKeyLength = 6;

/** A merchant whose keys the client may have used by mistake, or the client's own merchant. */
type KnownMerchant = MerchantKeys & Pick<Merchant, 'mchId'> & Partial<Pick<Merchant, 'callbackUrl'>>;

/** The latest wire API requests, in memory. The log masks secrets when it shows an entry. */
export class RequestLog {
  /** Keys of all merchants since the last reset. */
  readonly #keys = new Set<string>();
  readonly #tokens: string[] = [];
  #keysMasked: Mask | null = null;
  /** Stored requests, oldest first. Their numbers have no gaps. */
  #entries: StoredRequest[] = [];
  #bytes = 0;
  #recorded = 0;
  #epoch = 0;

  /** Number of times that the log was cleared. */
  get epoch(): number {
    return this.#epoch;
  }

  /**
   * Adds keys to mask. Until a reset, the log masks these keys in all entries, even after the merchant's keys change.
   */
  protect({ mchKey, mchSecret }: MerchantKeys): void {
    for (const key of [mchKey, mchSecret]) if (key.length >= minKeyLength) this.#keys.add(key);
    this.#keysMasked = null;
  }

  /** Adds the control token of the gateway to the strings that the log masks. */
  protectToken(token: string): void {
    this.#tokens.push(token);
    this.#keysMasked = null;
  }

  /** Masks every key in a string from outside the log, for example in a receiver's response. */
  readonly hideKeys: Mask = (text) => {
    this.#keysMasked ??= masking([...this.#keys, ...this.#tokens]);
    return this.#keysMasked(text);
  };

  /** Deletes the requests, the keys that the requests could contain, and their explanations. */
  clear(): void {
    this.#epoch += 1;
    this.#entries = [];
    this.#bytes = 0;
    this.#keys.clear();
    this.#keysMasked = null;
  }

  /** @returns the id of the entry */
  record(request: AnsweredRequest): string {
    this.#recorded += 1;
    const entry = toStored(request, this.#recorded);
    this.#entries.push(entry);
    this.#bytes += entry.bytes;
    // Drop many entries in one step, so recording stays fast.
    if (this.#entries.length >= capacity.requests * 2 || this.#bytes >= capacity.bytes * 2)
      this.#dropOldest();
    return idOf(entry.number);
  }

  #dropOldest(): void {
    let first = this.#entries.length;
    this.#bytes = 0;
    for (const { bytes } of this.#entries.toReversed()) {
      if (this.#bytes + bytes > capacity.bytes || this.#entries.length - first === capacity.requests) break;
      this.#bytes += bytes;
      first -= 1;
    }
    this.#entries = this.#entries.slice(first);
  }

  /**
   * Matching entries, newest first.
   *
   * @throws {StoreError} `invalid_cursor`
   */
  list(
    page: { readonly limit: number; readonly cursor?: string | undefined },
    search: RequestSearch = {},
  ): Paged<LoggedRequest> {
    const end = page.cursor === undefined ? this.#entries.length : this.#position(page.cursor);
    if (end === null) throw new StoreError('invalid_cursor', 'must be the nextCursor of a page');
    const items: LoggedRequest[] = [];
    let at = end - 1;
    for (; at >= 0 && items.length < page.limit; at--) {
      const entry = this.#entries[at];
      // Filter before masking, because masking takes longer.
      if (entry !== undefined && isSearched(entry, search)) items.push(this.#shown(entry));
    }
    return { items, nextCursor: at >= 0 ? (items.at(-1)?.id ?? null) : null };
  }

  tally(): { readonly total: number; readonly refused: number } {
    const refused = this.#entries.filter(({ status }) => status >= 400).length;
    return { total: this.#entries.length, refused };
  }

  get(id: string): LoggedRequest | null {
    const entry = this.#find(id);
    return entry === null ? null : this.#shown(entry);
  }

  /**
   * Returns an entry with the request, the response and the signed string.
   *
   * @param merchants merchants whose keys are also tried for a wrong signature
   */
  inFull(id: string, merchants: readonly KnownMerchant[] = []): RequestInFull | null {
    const entry = this.#find(id);
    if (entry === null) return null;
    const masked = this.#maskOf(entry);
    const shown = shownRequest(entry, masked, null);
    return {
      ...shown,
      diagnosis: this.#explained(entry, shown.diagnosis, merchants),
      signature: maskedSignature(entry.parameters, entry.signedWith, masked),
      exchange: maskedExchange(entry.exchange, { ...entry, masked }),
    };
  }

  /** Returns the newest matching entries, oldest first, unmasked. The caller must mask them. */
  unmasked(search: RequestSearch, newest: number): readonly UnmaskedRequest[] {
    return this.#entries
      .filter((entry) => isSearched(entry, search))
      .slice(-newest)
      .map((entry) => ({ ...entry, hideKeys: this.#maskOf(entry) }));
  }

  /** Explains a wrong signature with the doctor, which takes longer than the diagnosis in a list. */
  #explained(
    entry: StoredRequest,
    diagnosis: SignatureDiagnosis | null,
    merchants: readonly KnownMerchant[],
  ): ExplainedDiagnosis | null {
    const { wronglySigned, keys, mchId, parameters, exchange } = entry;
    if (diagnosis === null || wronglySigned === null) return null;
    const explanation = explainSignature(parameters ?? new Map<string, string>(), {
      keys: keys ?? {},
      callbackUrl: merchants.find((merchant) => merchant.mchId === mchId)?.callbackUrl,
      otherMerchants: merchants.filter((merchant) => merchant.mchId !== mchId),
      operation: wronglySigned,
      contentType: exchange.request.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1],
      shown: shownParameter(this.#maskOf(entry)),
    });
    return explainedDiagnosis(diagnosis, explanation, {
      masked: this.#maskOf(entry),
      isKnown: keys !== null,
    });
  }

  #shown(entry: StoredRequest): LoggedRequest {
    return shownRequest(entry, this.#maskOf(entry), idOf(entry.number));
  }

  /** Masks the keys of all merchants, and also short keys of the request's own merchant. */
  #maskOf({ keys }: StoredRequest): Mask {
    const own = masking(keys === null ? [] : [keys.mchKey, keys.mchSecret]);
    return (text) => own(this.hideKeys(text));
  }

  #find(id: string): StoredRequest | null {
    return this.#entries[this.#position(id) ?? -1] ?? null;
  }

  /** Returns the position in the list, below zero for a dropped entry, or null if the id was not assigned. */
  #position(id: string): number | null {
    const number = Number(/^req_([1-9][0-9]{0,14})$/.exec(id)?.[1] ?? Number.NaN);
    if (Number.isNaN(number) || number > this.#recorded) return null;
    return number - this.#recorded + this.#entries.length - 1;
  }
}
