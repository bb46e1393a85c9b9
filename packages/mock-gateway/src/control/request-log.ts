import type { KeyName } from '@inrgate/sdk/protocol';
import type { SignatureDiagnosis } from '../http/services.ts';
import { ControlError } from './control-error.ts';
import {
  type KeptExchange,
  type ShownExchange,
  type ShownSignature,
  showExchange,
  showSignature,
} from './kept-exchange.ts';
import { isMaskedName, type Mask, mask, masking } from './masking.ts';

/** A wire request as the log shows it (contract: GET /requests). Keys and personal data never appear. */
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
  /** The service's own number of the order that the answer is about; null when it is about none. */
  readonly orderNo: string | null;
  readonly status: number;
  readonly error: string | null;
  /** Real milliseconds. */
  readonly durationMs: number;
  readonly parameters: Readonly<Record<string, string>>;
  /** For a wrong signature: what should have been signed, the key masked. */
  readonly diagnosis: SignatureDiagnosis | null;
}

/** What a list is searched by. */
export type Searched = Pick<
  LoggedRequest,
  'path' | 'ip' | 'endpoint' | 'mchId' | 'mchOrderNo' | 'orderNo' | 'status' | 'error'
>;

/** One entry with what was sent, answered and signed. */
export interface RequestInFull extends LoggedRequest {
  readonly signature: ShownSignature | null;
  readonly exchange: ShownExchange;
}

/** A wire request as it came. */
export type AnsweredRequest = Omit<LoggedRequest, 'id' | 'parameters'> & {
  readonly parameters: ReadonlyMap<string, string> | null;
  /** The key that its signature was right with. */
  readonly signedWith: KeyName | null;
  readonly exchange: KeptExchange;
  /** The merchant's keys at the time. */
  readonly secrets: readonly string[];
};

type KeptRequest = AnsweredRequest & { readonly number: number };

const capacity = 2_000;
const maxParameters = 100;
const maxValueLength = 512;
/** Of the text that should have been signed. */
const maxTextLength = 8_192;
/** A key is no longer than that, so that one which begins before a cut is seen, and masked, as a whole. */
const maxKeyLength = 100;
/** Shorter keys are part of too many words to be masked in what other merchants send. */
const minForeignKeyLength = 6;

/** The last wire requests, newest first; bounded, in memory. What is secret is masked when it is shown. */
export class RequestLog {
  /** Oldest first, numbered without a gap. */
  #kept: KeptRequest[] = [];
  #recorded = 0;
  readonly #keys = new Set<string>();

  /** Keys that are masked from now on, in what was recorded before too, and after the merchant has others. */
  protect(...keys: readonly string[]): void {
    for (const key of keys) if (key.length >= minForeignKeyLength) this.#keys.add(key);
  }

  /** A text of somebody else's, such as a receiver's answer, without any key. */
  readonly hideKeys: Mask = (text) => masking([...this.#keys])(text);

  /** @returns its id */
  record(request: AnsweredRequest): string {
    this.#recorded += 1;
    const { parameters, diagnosis } = request;
    this.#kept.push({
      ...request,
      number: this.#recorded,
      parameters: parameters === null ? null : cutParameters(parameters),
      diagnosis: diagnosis === null ? null : impersonal(diagnosis, parameters),
    });
    // Dropping in batches keeps recording cheap.
    if (this.#kept.length >= capacity * 2) this.#kept = this.#kept.slice(-capacity);
    return idOf(this.#recorded);
  }

  /** Newest first; those that `matches` alone. */
  list(
    page: { readonly limit: number; readonly cursor?: string | undefined },
    matches: (request: Searched) => boolean = () => true,
  ) {
    const end = page.cursor === undefined ? this.#kept.length : this.#position(page.cursor);
    if (end === null) throw new ControlError('invalid_body', 'cursor: is not one that a page gave');
    const items: LoggedRequest[] = [];
    let at = end - 1;
    for (; at >= 0 && items.length < page.limit; at--) {
      const kept = this.#kept[at];
      // Masking takes longer than looking.
      if (kept !== undefined && matches(kept)) items.push(this.#shown(kept));
    }
    return { items, nextCursor: at >= 0 ? (items.at(-1)?.id ?? null) : null };
  }

  /** How many are kept, and how many of them were refused. */
  tally() {
    const refused = this.#kept.reduce((sum, { status }) => sum + (status >= 400 ? 1 : 0), 0);
    return { total: this.#kept.length, refused };
  }

  get(id: string): LoggedRequest | null {
    const kept = this.#find(id);
    return kept === undefined ? null : this.#shown(kept);
  }

  /** With what was sent, answered and signed. */
  inFull(id: string): RequestInFull | null {
    const kept = this.#find(id);
    if (kept === undefined) return null;
    const masked = this.#masking(kept);
    return {
      ...this.#shown(kept),
      signature: showSignature(kept.parameters, kept.signedWith, masked),
      exchange: showExchange(kept.exchange, { ...kept, masked }),
    };
  }

  clear(): void {
    this.#kept = [];
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

  #masking({ secrets }: KeptRequest): Mask {
    return masking([...secrets, ...this.#keys]);
  }

  #shown(kept: KeptRequest): LoggedRequest {
    const { number, secrets: _, parameters, diagnosis, signedWith: _key, exchange: _raw, ...request } = kept;
    const masked = this.#masking(kept);
    const maskedOrNull = (text: string | null) => (text === null ? null : masked(text));
    return {
      id: idOf(number),
      ...request,
      path: masked(request.path),
      mchId: maskedOrNull(request.mchId),
      mchOrderNo: maskedOrNull(request.mchOrderNo),
      parameters: showParameters(parameters ?? new Map(), masked),
      diagnosis:
        diagnosis === null ? null : mapTexts(diagnosis, (text) => masked(text).slice(0, maxTextLength)),
    };
  }
}

function idOf(number: number): string {
  return `req_${number}`;
}

/** A little more than is shown, so that a key is not cut before it is masked. */
function cut(text: string, length: number): string {
  return text.slice(0, length + maxKeyLength);
}

function cutParameters(parameters: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const first = [...parameters].slice(0, maxParameters);
  return new Map(first.map(([name, value]) => [cut(name, maxValueLength), cut(value, maxValueLength)]));
}

function showParameters(parameters: ReadonlyMap<string, string>, masked: Mask): Record<string, string> {
  const shown = [...parameters].map(([name, value]) => {
    const text = isMaskedName(name) ? mask : masked(value).slice(0, maxValueLength);
    return [masked(name).slice(0, maxValueLength), text] as const;
  });
  return Object.fromEntries(shown);
}

/** The text to be signed has the beneficiary's data too. */
function impersonal(
  diagnosis: SignatureDiagnosis,
  parameters: ReadonlyMap<string, string> | null,
): SignatureDiagnosis {
  const personal = [...(parameters ?? [])].filter(([name, value]) => isMaskedName(name) && value !== '');
  return mapTexts(diagnosis, (text) => {
    const hidden = personal.reduce(
      (rest, [name, value]) => rest.replaceAll(`${name}=${value}`, `${name}=${mask}`),
      text,
    );
    return cut(hidden, maxTextLength);
  });
}

function mapTexts(
  { canonical, received, hint, alternative }: SignatureDiagnosis,
  map: Mask,
): SignatureDiagnosis {
  return {
    canonical: map(canonical),
    received: map(received),
    hint,
    ...(alternative === undefined ? {} : { alternative: map(alternative) }),
  };
}
