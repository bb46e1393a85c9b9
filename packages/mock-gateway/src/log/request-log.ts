import { shownParameter } from '@inrgate/conformance/internal';
import { explainSignature } from '@inrgate/sdk/doctor';
import { type Mask, masking } from '@inrgate/sdk/internal';
import type { Merchant } from '../domain/merchant.ts';
import type { Paged } from '../store/paging.ts';
import { StoreError } from '../store/store-error.ts';
import { type ExplainedDiagnosis, explainedDiagnosis, type SignatureDiagnosis } from './diagnosis.ts';
import {
  bytesOf,
  detach,
  idOf,
  isSearched,
  type MerchantKeys,
  type RequestRecord,
  type RequestSearch,
} from './record.ts';
import {
  type LoggedRequest,
  maskedExchange,
  maskedSignature,
  type RequestInFull,
  shownRequest,
} from './shown-request.ts';

/** Minimum number and size in bytes of the records. The log stores at most twice as many. */
const capacity = { requests: 2_000, bytes: 16 * 1024 * 1024 };

/**
 * Minimum length of a key that is masked in the requests of other merchants, because shorter keys occur in many words.
 */
const minKeyLength = 6;

/** A merchant whose keys the client may have used by mistake, or the client's own merchant. */
type KnownMerchant = MerchantKeys & Pick<Merchant, 'mchId'> & Partial<Pick<Merchant, 'callbackUrl'>>;

/** The latest requests of the wire API, in memory, masked when they are shown. */
export class RequestLog {
  /** Keys of all merchants since the last reset. */
  readonly #keys = new Set<string>();
  readonly #tokens: string[] = [];
  #keysMasked: Mask | null = null;
  /** The records, oldest first. Their numbers have no gaps. */
  #records: RequestRecord[] = [];
  #bytes = 0;
  #recorded = 0;
  #epoch = 0;

  /** Number of times that the log was cleared. */
  get epoch(): number {
    return this.#epoch;
  }

  /**
   * Adds keys to mask. Until a reset, the log masks these keys in all requests, even after the merchant's keys change.
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
    this.#records = [];
    this.#bytes = 0;
    this.#keys.clear();
    this.#keysMasked = null;
  }

  /**
   * Stores a record, which its caller must not change any more.
   *
   * @returns the id of the request
   */
  add(record: RequestRecord): string {
    this.#recorded += 1;
    record.number = this.#recorded;
    detach(record);
    this.#records.push(record);
    this.#bytes += bytesOf(record);
    // Drop many records in one step, so logging stays fast.
    if (this.#records.length >= capacity.requests * 2 || this.#bytes >= capacity.bytes * 2)
      this.#dropOldest();
    return idOf(record);
  }

  #dropOldest(): void {
    let first = this.#records.length;
    this.#bytes = 0;
    for (const record of this.#records.toReversed()) {
      const bytes = bytesOf(record);
      if (this.#bytes + bytes > capacity.bytes || this.#records.length - first === capacity.requests) break;
      this.#bytes += bytes;
      first -= 1;
    }
    this.#records = this.#records.slice(first);
  }

  /**
   * Matching requests, newest first.
   *
   * @throws {StoreError} `invalid_cursor`
   */
  list(
    page: { readonly limit: number; readonly cursor?: string | undefined },
    search: RequestSearch = {},
  ): Paged<LoggedRequest> {
    const end = page.cursor === undefined ? this.#records.length : this.#position(page.cursor);
    if (end === null) throw new StoreError('invalid_cursor', 'must be the nextCursor of a page');
    const items: LoggedRequest[] = [];
    let at = end - 1;
    for (; at >= 0 && items.length < page.limit; at--) {
      const record = this.#records[at];
      // Filter before masking, because masking takes longer.
      if (record !== undefined && isSearched(record, search)) items.push(this.#shown(record));
    }
    return { items, nextCursor: at >= 0 ? (items.at(-1)?.id ?? null) : null };
  }

  tally(): { readonly total: number; readonly refused: number } {
    const refused = this.#records.filter(({ status }) => status >= 400).length;
    return { total: this.#records.length, refused };
  }

  get(id: string): LoggedRequest | null {
    const record = this.#find(id);
    return record === null ? null : this.#shown(record);
  }

  /**
   * Returns a request with its exchange and its signed string.
   *
   * @param merchants merchants whose keys are also tried for a wrong signature
   */
  inFull(id: string, merchants: readonly KnownMerchant[] = []): RequestInFull | null {
    const record = this.#find(id);
    if (record === null) return null;
    const masked = this.maskOf(record);
    const shown = shownRequest(record, masked, null);
    return {
      ...shown,
      diagnosis: this.#explained(record, shown.diagnosis, merchants),
      signature: maskedSignature(record, masked),
      exchange: maskedExchange(record, masked),
    };
  }

  /** Returns the newest matching records, oldest first. The caller must mask them with `maskOf`. */
  newest(count: number, search: RequestSearch): readonly RequestRecord[] {
    return this.#records.filter((record) => isSearched(record, search)).slice(-count);
  }

  /** Explains a wrong signature with the doctor, which takes longer than the diagnosis in a list. */
  #explained(
    record: RequestRecord,
    diagnosis: SignatureDiagnosis | null,
    merchants: readonly KnownMerchant[],
  ): ExplainedDiagnosis | null {
    const { wronglySigned, keys, mchId, parameters, request } = record;
    if (diagnosis === null || wronglySigned === null) return null;
    const masked = this.maskOf(record);
    const explanation = explainSignature(parameters ?? new Map<string, string>(), {
      keys: keys ?? {},
      callbackUrl: merchants.find((merchant) => merchant.mchId === mchId)?.callbackUrl,
      otherMerchants: merchants.filter((merchant) => merchant.mchId !== mchId),
      operation: wronglySigned,
      contentType: request.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1],
      shown: shownParameter(masked),
    });
    return explainedDiagnosis(diagnosis, explanation, { masked, isKnown: keys !== null });
  }

  #shown(record: RequestRecord): LoggedRequest {
    return shownRequest(record, this.maskOf(record), idOf(record));
  }

  /** Masks the keys of all merchants, and also short keys of the request's own merchant. */
  maskOf({ keys }: RequestRecord): Mask {
    const own = keys === null ? [] : [keys.mchKey, keys.mchSecret].filter((key) => !this.#keys.has(key));
    if (own.length === 0) return this.hideKeys;
    const masked = masking(own);
    return (text) => masked(this.hideKeys(text));
  }

  #find(id: string): RequestRecord | null {
    return this.#records[this.#position(id) ?? -1] ?? null;
  }

  /** Returns the position in the list, below zero for a dropped record, or null if the id was not assigned. */
  #position(id: string): number | null {
    const number = Number(/^req_([1-9][0-9]{0,14})$/.exec(id)?.[1] ?? Number.NaN);
    if (Number.isNaN(number) || number > this.#recorded) return null;
    return number - this.#recorded + this.#records.length - 1;
  }
}
