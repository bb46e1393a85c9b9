import { StoreError } from '../store/store-error.ts';
import { type AnsweredRequest, type KeptRequest, keep, type LoggedRequest } from './logged-request.ts';
import {
  capacity,
  idOf,
  numberOf,
  type Recorded,
  type RequestLog,
  type RequestPage,
  type UnmaskedRequest,
} from './request-log.ts';
import { isSearched, type RequestSearch } from './request-search.ts';
import { ShownRequests } from './shown-requests.ts';

/** The request log, bounded and in memory. */
export class RecentRequests extends ShownRequests implements RequestLog {
  /** Stored requests, oldest first. Their numbers have no gaps. */
  #kept: KeptRequest[] = [];
  #bytes = 0;
  #recorded = 0;

  constructor() {
    super(() => this.#recorded);
  }

  async record(request: AnsweredRequest): Promise<Recorded> {
    this.#recorded += 1;
    const kept = keep(request, this.#recorded);
    this.#kept.push(kept);
    this.#bytes += kept.bytes;
    // Drop many entries in one step, so recording stays fast.
    if (this.#kept.length >= capacity.requests * 2 || this.#bytes >= capacity.bytes * 2) this.#dropOldest();
    return { id: idOf(kept.number), shown: () => this.shown(kept) };
  }

  #dropOldest(): void {
    let first = this.#kept.length;
    this.#bytes = 0;
    for (const kept of this.#kept.toReversed()) {
      const bytes = this.#bytes + kept.bytes;
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
    if (end === null) throw new StoreError('invalid_cursor', 'must be the nextCursor of a page');
    const items: LoggedRequest[] = [];
    let at = end - 1;
    for (; at >= 0 && items.length < page.limit; at--) {
      const kept = this.#kept[at];
      // Filter before masking, because masking takes longer.
      if (kept !== undefined && isSearched(kept, search)) items.push(this.shown(kept));
    }
    return { items, nextCursor: at >= 0 ? (items.at(-1)?.id ?? null) : null };
  }

  async tally() {
    const refused = this.#kept.reduce((sum, { status }) => sum + (status >= 400 ? 1 : 0), 0);
    return { total: this.#kept.length, refused };
  }

  async unmasked(search: RequestSearch, newest: number): Promise<readonly UnmaskedRequest[]> {
    return this.#kept
      .filter((kept) => isSearched(kept, search))
      .slice(-newest)
      .map((kept) => this.unmaskedEntry(kept));
  }

  /** Deletes the requests, and the keys that the requests could contain. */
  override clear(): void {
    this.#kept = [];
    this.#bytes = 0;
    super.clear();
  }

  /** Returns the position in the list, below zero for a dropped entry, or null for an unknown id. */
  #position(id: string): number | null {
    const number = numberOf(id, this.#recorded);
    return number === null ? null : number - this.#recorded + this.#kept.length - 1;
  }

  protected override async find(id: string): Promise<KeptRequest | null> {
    return this.#kept[this.#position(id) ?? -1] ?? null;
  }
}
