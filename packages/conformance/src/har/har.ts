import { type FileHandle, open } from 'node:fs/promises';
import { type Mask, mask, masking } from '@inrgate/sdk/internal';
import manifest from '../../package.json' with { type: 'json' };
import { type Header, headerValue } from '../http/messages.ts';
import { alsoMaskingPersonal, beginning, maskedHeaders, safeText } from '../masking/masking.ts';
import type { SeenExchange } from '../traffic/exchange.ts';
import type { Finding } from '../traffic/finding.ts';

/** The creator field of the HAR. */
export const creator = { name: 'inrgate', version: manifest.version } as const;

/** One exchange that the proxy forwarded. */
export interface Passed extends Omit<SeenExchange, 'api'> {
  /** API of the exchange. Exchanges with the value `other` are not checked. */
  readonly kind: SeenExchange['api'] | 'callback' | 'other';
  /** The target URL, without a password. */
  readonly url: string;
  /** The client’s HTTP version, for example `1.1`. */
  readonly httpVersion: string;
  /** The reason phrase. */
  readonly statusText: string;
  /** Reason for a missing or incomplete response: `ECONNRESET`, or `gone` if the client disconnected. */
  readonly failure: string | null;
  /** Arrival of the first response byte in epoch milliseconds, or null. */
  readonly answeredAt: number | null;
}

/** An exchange in a recording. */
export interface RecordedExchange extends Passed {
  /** Findings of the check during the recording, if any. */
  readonly findings?: readonly Finding[] | undefined;
}

const head = `{"log":{"version":"1.2","creator":${JSON.stringify(creator)},"entries":[`;
const tail = '\n]}}\n';

/** Writes a recording exchange by exchange. After every write, the file is a complete HAR. */
export class HarFile {
  readonly #file: FileHandle;
  readonly #masked: Mask;
  #end = head.length;
  #entries = 0;
  #waiting: string[] = [];
  #writing: Promise<void> = Promise.resolve();
  #failed: unknown = null;

  private constructor(file: FileHandle, keys: readonly string[]) {
    this.#file = file;
    this.#masked = masking(keys);
  }

  /**
   * Starts a recording in a new file.
   *
   * @param keys keys to mask everywhere
   * @throws the system's own error: `EEXIST` for an existing file, which stays unchanged
   */
  static async create(path: string, keys: readonly string[]): Promise<HarFile> {
    const file = await open(path, 'wx', 0o600);
    await file.write(head + tail, 0);
    return new HarFile(file, keys);
  }

  /** Queues an exchange and returns immediately. */
  add(exchange: RecordedExchange): void {
    const entry = JSON.stringify(harEntry(exchange, this.#masked));
    this.#waiting.push(`${this.#entries === 0 ? '' : ','}\n${entry}`);
    this.#entries += 1;
    this.#writing = this.#writing.then(() => this.#flush());
  }

  /**
   * Waits for pending writes and returns the number of exchanges.
   *
   * @throws the error of a failed write
   */
  async close(): Promise<number> {
    await this.#writing;
    await this.#file.close();
    if (this.#failed !== null) throw this.#failed;
    return this.#entries;
  }

  async #flush(): Promise<void> {
    const bytes = Buffer.from(this.#waiting.splice(0).join(''));
    if (bytes.byteLength === 0 || this.#failed !== null) return;
    try {
      await this.#file.write(Buffer.concat([bytes, Buffer.from(tail)]), 0, null, this.#end);
      this.#end += bytes.byteLength;
    } catch (error) {
      this.#failed = error;
    }
  }
}

const hidden = 'not shown, because the body is compressed or binary';

/** One exchange of a HAR 1.2, which browser developer tools can open (softwareishard.com/blog/har-12-spec). */
export type HarEntry = ReturnType<typeof harEntry>;

/** Creates the entry of one exchange. Masks keys, signatures and personal data. */
export function harEntry(recorded: RecordedExchange, keysMasked: Mask) {
  const { request, answer, startedAt, endedAt, httpVersion, failure } = recorded;
  const bodies = [request.body, answer?.body ?? new Uint8Array()].map((body) => Buffer.from(body).toString());
  const masked = alsoMaskingPersonal(keysMasked, [request.query, ...bodies]);
  const answeredAt = recorded.answeredAt ?? endedAt;
  const head = message({ httpVersion, headers: request.headers, bodySize: request.length }, masked);
  const answerHead = message(
    { httpVersion, headers: answer?.headers ?? [], bodySize: answer?.length ?? -1 },
    masked,
  );
  const sent = shownBody(request, masked);
  const got = answer === null ? null : shownBody(answer, masked);
  const [address = '', query = ''] = splitUrl(recorded.url);
  const shownQuery = shown(query, masked);
  return {
    startedDateTime: new Date(startedAt).toISOString(),
    time: endedAt - startedAt,
    request: {
      method: masked(request.method),
      url: withoutDigests(masked(address)) + (query === '' ? '' : `?${shownQuery}`),
      ...head,
      queryString: [...new URLSearchParams(shownQuery)].map(([name, value]) => ({ name, value })),
      ...(request.length > 0 && { postData: { mimeType: typeOf(head), ...asPosted(sent) } }),
    },
    response: {
      status: answer?.status ?? 0,
      statusText: masked(recorded.statusText),
      ...answerHead,
      content: { size: answer?.length ?? 0, mimeType: typeOf(answerHead), ...got },
      redirectURL: shownText(answerHead, 'location') ?? '',
    },
    cache: {},
    timings: { send: 0, wait: answeredAt - startedAt, receive: endedAt - answeredAt },
    ...(failure !== null && { comment: `no complete response: ${failure}` }),
    _inrgate: {
      kind: recorded.kind,
      path: withoutDigests(masked(request.path)),
      requestComplete: request.complete,
      answerComplete: answer?.complete ?? false,
      failure,
      ...(recorded.findings !== undefined && {
        findings: recorded.findings.map(({ id, title, state, about, message }) => ({
          ...{ id, title, state, about },
          // A message can quote values of the exchange.
          message: safeText(withoutDigests(masked(message)), masked, false),
        })),
      }),
    },
  };
}

interface Head {
  readonly httpVersion: string;
  readonly headers: readonly Header[];
  readonly bodySize: number;
}

function message({ httpVersion, headers, bodySize }: Head, masked: Mask) {
  const pairs = maskedHeaders(headers, masked).map(({ name, value }) => ({
    name,
    value: withoutDigests(value),
  }));
  return {
    httpVersion: `HTTP/${httpVersion}`,
    cookies: [],
    headers: pairs,
    headersSize: -1,
    bodySize,
  } as const;
}

interface ShownBody {
  readonly text: string;
  readonly encoding?: 'base64';
  readonly comment?: string;
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The body as a string, or a masked binary body in base64. */
function shownBody(
  {
    body,
    length,
    complete,
    headers,
  }: Pick<RecordedExchange['request'], 'body' | 'length' | 'complete' | 'headers'>,
  masked: Mask,
): ShownBody {
  const isCut = !complete || body.byteLength !== length;
  // A compressed body cannot be masked. Some servers omit the header.
  const text = textOf(body);
  if (isPacked(headers) || (text === null && isBinary(body))) return { text: '', comment: hidden };
  const all = shown(text ?? Buffer.from(body).toString('latin1'), masked);
  // If the body was truncated, its end can be part of a key.
  const visible = beginning(all, all.length, isCut);
  const bytes = Buffer.from(visible, text === null ? 'latin1' : 'utf8');
  const cut = isCut ? { comment: `truncated after ${bytes.byteLength} of ${length} bytes` } : {};
  if (text !== null) return { text: visible, ...cut };
  return { text: bytes.toString('base64'), encoding: 'base64', ...cut };
}

/** Adds the encoding to a comment, because HAR has no field for the encoding of a request. */
function asPosted({ text, encoding, comment }: ShownBody) {
  const note = [encoding === undefined ? [] : ['base64'], comment ?? []].flat().join('; ');
  return note === '' ? { text } : { text, comment: note };
}

function textOf(body: Uint8Array): string | null {
  try {
    return utf8.decode(body);
  } catch {
    return null;
  }
}

/** Masks keys, then signatures and personal data in a body or a query. A signature's pattern can match a part of a key. */
function shown(text: string, masked: Mask): string {
  const unsigned = withoutSigns(masked(text));
  return isReadable(text)
    ? safeText(unsigned, masked, true)
    : safeText(withoutDigests(unsigned), masked, false);
}

const signInJson = /("sign"\s*:\s*)(?:"(?:[^"\\]|\\[\s\S])*"?|[^,}\s]+)/gi;
const signInForm = /(^|[&?\s])sign=[^&\s]*/gi;

function withoutSigns(text: string): string {
  return text.replace(signInJson, `$1"${mask}"`).replace(signInForm, `$1sign=${mask}`);
}

/** Masks strings that look like signatures, in a string that cannot be parsed. */
function withoutDigests(text: string): string {
  return text.replace(/(?<![0-9a-f])[0-9a-f]{32}(?![0-9a-f])/gi, mask);
}

/** True for a string with field names, for example a JSON object or a form. */
function isReadable(text: string): boolean {
  if (/^[\w.%+-]*(?:=[^{}\s]*)?$/.test(text)) return true;
  try {
    return typeof JSON.parse(text) === 'object';
  } catch {
    return false;
  }
}

function isPacked(headers: readonly Header[]): boolean {
  const coding = headerValue(headers, 'content-encoding');
  return coding !== undefined && coding.toLowerCase() !== 'identity';
}

/** True for bytes that occur in no text, for example those of gzip. */
function isBinary(body: Uint8Array): boolean {
  return body.some((byte) => byte < 0x20 && ![0x09, 0x0a, 0x0d].includes(byte));
}

type ShownHead = ReturnType<typeof message>;

function typeOf(head: ShownHead): string {
  return shownText(head, 'content-type') ?? 'application/octet-stream';
}

function shownText({ headers }: ShownHead, wanted: string): string | undefined {
  return headers.find(({ name }) => name.toLowerCase() === wanted)?.value;
}

function splitUrl(url: string): readonly string[] {
  const at = url.indexOf('?');
  return at < 0 ? [url] : [url.slice(0, at), url.slice(at + 1)];
}
