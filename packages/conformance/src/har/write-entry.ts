import manifest from '../../package.json' with { type: 'json' };
import { type Header, headerValue } from '../http/headers.ts';
import { beginning } from '../masking/cut.ts';
import { KeyIndex } from '../masking/key-index.ts';
import { layersOf, type Mask, mask, masking, withoutDigests, withoutSigns } from '../masking/masking.ts';
import { personalValuesIn } from '../masking/personal-values.ts';
import { maskedHeaders, safeText } from '../masking/safe-text.ts';
import type { RecordedExchange } from './recorded.ts';

/** The creator field of the HAR. */
export const creator = { name: 'inrgate', version: manifest.version } as const;

const hidden = 'not shown, because the body contains an escaped secret or is compressed';

/** One exchange of a HAR 1.2, which browser developer tools can open (softwareishard.com/blog/har-12-spec). */
export type HarEntry = ReturnType<typeof harEntry>;

/** Creates the entry of one exchange. Masks keys, signatures and personal data. */
export function harEntry(recorded: RecordedExchange, keysMasked: Mask) {
  const { request, answer, startedAt, endedAt, httpVersion, failure } = recorded;
  const personal = personalValuesOf(recorded);
  const masked = alsoMasking(keysMasked, personal);
  const answeredAt = recorded.answeredAt ?? endedAt;
  const head = message({ httpVersion, headers: request.headers, bodySize: request.length, personal }, masked);
  const answerHead = message(
    { httpVersion, headers: answer?.headers ?? [], bodySize: answer?.length ?? -1, personal },
    masked,
  );
  const sent = shownBody(request, masked);
  const got = answer === null ? null : shownBody(answer, masked);
  const [address = '', query = ''] = splitUrl(recorded.url);
  const shownQuery = shown(query, masked) ?? mask;
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
          message: shownMessage(message, masked),
        })),
      }),
    },
  };
}

/** Personal values of the query and both bodies, because each message can repeat values of the other. */
function personalValuesOf({ request, answer }: RecordedExchange): readonly string[] {
  const bodies = [request.body, answer?.body ?? new Uint8Array()];
  return [request.query, ...bodies.map((body) => Buffer.from(body).toString())].flatMap(personalValuesIn);
}

/** Masks a number or wallet address everywhere, but masks a common word only in its own field. */
function alsoMasking(masked: Mask, personal: readonly string[]): Mask {
  const telling = personal.filter((value) => value.length >= 6 && /[\d@\s]/.test(value));
  if (telling.length === 0) return masked;
  const own = masking(new KeyIndex(), telling);
  return (text) => own(masked(text));
}

/** Masks keys, signatures and personal data, because a message can quote them. */
function shownMessage(message: string, masked: Mask): string {
  return safeText(withoutDigests(message), { parameters: null, masked }) ?? mask;
}

interface Head {
  readonly httpVersion: string;
  readonly headers: readonly Header[];
  readonly bodySize: number;
  readonly personal: readonly string[];
}

function message({ httpVersion, headers, bodySize, personal }: Head, masked: Mask) {
  const pairs = maskedHeaders(headers, masked, personal).map(({ name, value }) => ({
    name,
    value: withoutDigests(shown(value, masked) ?? mask),
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
  // A compressed body cannot be masked.
  if (isPacked(headers)) return { text: '', comment: hidden };
  const text = textOf(body);
  const all = shown(text ?? Buffer.from(body).toString('latin1'), masked);
  if (all === null) return { text: '', comment: hidden };
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

/** Masks signatures and the values that the request log masks. Returns null if this is impossible. */
function shown(text: string, masked: Mask): string | null {
  const unsigned = withoutSigns(text);
  const parts = isReadable(text) ? unsigned : withoutDigests(unsigned);
  for (const layer of layersOf(parts)) if (layer === null || withoutSigns(layer) !== layer) return null;
  return safeText(parts, { parameters: isReadable(text) ? new Map() : null, masked });
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
