import { type AnsweredRequest, bytesOf, type KeptRequest, keep } from '../../observability/logged-request.ts';
import {
  capacity,
  idOf,
  numberOf,
  type Recorded,
  type RequestLog,
  type RequestPage,
  type UnmaskedRequest,
} from '../../observability/request-log.ts';
import { isSearched, type RequestSearch, textsOf } from '../../observability/request-search.ts';
import { ShownRequests } from '../../observability/shown-requests.ts';
import { StoreError } from '../../store/store-error.ts';
import type { Database, Use } from '../connection/database.ts';
import { Groups } from './groups.ts';

export interface SharedRequestsOptions {
  /** Returns the number of the current generation. The log shows only requests of this generation. */
  readonly generation: () => number;
}

interface Row {
  readonly number: bigint;
  readonly status: bigint;
  readonly packed: string;
}

type Recording = Omit<KeptRequest, 'number'> & { readonly generation: number };

/** Number of requests that a search reads per statement. */
const readAtOnce = 200;

/** The request log of one instance. Masks the keys that the instance has loaded. */
export class SharedRequests extends ShownRequests implements RequestLog {
  readonly #database: Database;
  readonly #generation: () => number;
  #recorded = 0;
  readonly #groups = new Groups((requests: readonly Recording[], first) => this.#write(requests, first));
  /**
   * The last recording of this instance. Reads wait for it, because the client may already have received the response.
   */
  #last: Promise<unknown> = Promise.resolve();

  constructor(database: Database, { generation }: SharedRequestsOptions) {
    super(() => this.#recorded);
    this.#database = database;
    this.#generation = generation;
  }

  /** Resolves when all recorded entries are stored. */
  idle(): Promise<void> {
    return this.#groups.idle();
  }

  async record(request: AnsweredRequest): Promise<Recorded> {
    this.#recorded += 1;
    const packed = keep(request);
    const recorded = this.#groups.ask({ ...packed, generation: this.#generation() });
    this.#last = recorded.catch(() => {});
    const number = await recorded;
    return { id: idOf(number), shown: () => this.shown({ ...packed, number }) };
  }

  async list(
    page: { readonly limit: number; readonly cursor?: string | undefined },
    search: RequestSearch = {},
  ): Promise<RequestPage> {
    const { last, oldest } = await this.#ends();
    const before = page.cursor === undefined ? last + 1 : numberOf(page.cursor, last);
    if (before === null) throw new StoreError('invalid_cursor', 'must be the nextCursor of a page');
    const found = await this.#newest(search, page.limit, before);
    const items = found.map((kept) => this.shown(kept));
    const end = found.length < page.limit ? undefined : found.at(-1);
    return { items, nextCursor: end !== undefined && end.number > oldest ? idOf(end.number) : null };
  }

  async tally() {
    await this.#last;
    const text = `SELECT count(*) AS total, count(*) FILTER (WHERE status >= 400) AS refused
      FROM ${this.#database.schema}.requests WHERE era = $1`;
    const values = [this.#generation()];
    const [row] = await this.#database.read<{ readonly total: bigint; readonly refused: bigint }>({
      text,
      values,
    });
    return { total: Number(row?.total), refused: Number(row?.refused) };
  }

  async unmasked(search: RequestSearch, newest: number): Promise<readonly UnmaskedRequest[]> {
    const { last } = await this.#ends();
    // Replace infinity, because the database accepts only finite numbers.
    const found = await this.#newest(search, Math.min(newest, capacity.requests), last + 1);
    return found.toReversed().map((kept) => this.unmaskedEntry(kept));
  }

  /** Returns the newest matching entries below a number, newest first. */
  async #newest(search: RequestSearch, wanted: number, before: number): Promise<readonly KeptRequest[]> {
    const found: KeptRequest[] = [];
    const atOnce = Object.values(search).every((value) => value === undefined) ? wanted : readAtOnce;
    for (let from = before; ; ) {
      const read = await this.#read(search, atOnce, from);
      found.push(...read.filter((kept) => isSearched(kept, search)));
      const end = read.at(-1);
      if (end === undefined || read.length < atOnce || found.length >= wanted) return found.slice(0, wanted);
      from = end.number;
    }
  }

  /** Reads the entries whose stored form contains the search strings. The caller must filter these entries again. */
  async #read(search: RequestSearch, limit: number, before: number): Promise<readonly KeptRequest[]> {
    const text = `SELECT number, status, packed FROM ${this.#database.schema}.requests
      WHERE era = $1 AND number < $2 AND NOT EXISTS (
        SELECT FROM unnest($3::text[]) AS a (value) WHERE strpos(packed, value) = 0
      ) ORDER BY number DESC LIMIT $4`;
    const values = [this.#generation(), before, textsOf(search), limit];
    return (await this.#database.read<Row>({ text, values })).map(keptFrom);
  }

  protected override async find(id: string): Promise<KeptRequest | null> {
    const number = numberOf(id, Number.MAX_SAFE_INTEGER);
    if (number === null) return null;
    await this.#last;
    const text = `SELECT number, status, packed FROM ${this.#database.schema}.requests
      WHERE era = $1 AND number = $2`;
    const [row] = await this.#database.read<Row>({ text, values: [this.#generation(), number] });
    return row === undefined ? null : keptFrom(row);
  }

  /** Returns the last assigned number and the number of the oldest stored entry. */
  async #ends(): Promise<{ readonly last: number; readonly oldest: number }> {
    await this.#last;
    const { schema } = this.#database;
    const text = `SELECT CASE WHEN is_called THEN last_value ELSE 0 END AS last,
      (SELECT min(number) FROM ${schema}.requests WHERE era = $1) AS oldest FROM ${schema}.request_numbers`;
    const values = [this.#generation()];
    const [row] = await this.#database.read<{ readonly last: bigint; readonly oldest: bigint | null }>({
      text,
      values,
    });
    return { last: Number(row?.last), oldest: Number(row?.oldest) };
  }

  async #write(requests: readonly Recording[], first: Pick<Use, 'since'>): Promise<readonly number[]> {
    const text = `SELECT given FROM ${this.#database.schema}.record_requests($1, $2, $3, $4, $5, $6)`;
    const values = [
      requests.map(({ generation }) => BigInt(generation)),
      requests.map(({ status }) => BigInt(status)),
      requests.map(({ packed }) => packed),
      requests.map((request) => BigInt(bytesOf(request))),
      capacity.requests,
      capacity.bytes,
    ];
    const rows = await this.#database.write<{ readonly given: bigint }>({ text, values }, first);
    return rows.map(({ given }) => Number(given));
  }
}

function keptFrom({ number, status, packed }: Row): KeptRequest {
  return { number: Number(number), status: Number(status), packed };
}
