import { phpSuffix, v1Routes, v3Routes } from '@inrgate/sdk/internal';
import * as z from 'zod';
import type { Header } from '../http/headers.ts';
import { type Json, objectOf } from '../http/json.ts';
import type { RecordedExchange } from './recorded.ts';

/** The file is not a recording of this API. */
export class HarError extends Error {
  override readonly name = 'HarError';
}

/**
 * Reads the exchanges with this API from a recording by a browser, another proxy or this proxy.
 *
 * @throws {HarError}
 */
export function readHar(text: string): readonly RecordedExchange[] {
  const entries = arrayOf(fieldsOf(parsed(text))['log'], 'entries');
  if (entries === null) throw new HarError('the file is JSON but not a HAR, because log.entries is missing');
  const exchanges = entries.map((entry) => exchangeOf(fieldsOf(entry)));
  const ours = exchanges.filter(({ kind }) => kind !== 'other');
  if (ours.length === 0) {
    const count =
      entries.length === 1 ? 'its only exchange is not' : `none of its ${entries.length} exchanges is`;
    throw new HarError(`the file is a HAR, but ${count} a call or a callback of this API`);
  }
  return ours;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (cause) {
    const isCut = text.trimStart().startsWith('{') && !text.trimEnd().endsWith('}');
    throw new HarError(
      isCut
        ? 'the file is incomplete, because its JSON ends early'
        : 'the file is not a HAR, because it is not JSON',
      {
        cause,
      },
    );
  }
}

function exchangeOf(entry: Json): RecordedExchange {
  const request = fieldsOf(entry['request']);
  const response = fieldsOf(entry['response']);
  const note = fieldsOf(entry['_inrgate']);
  const url = textOf(request['url']);
  const [, query = ''] = /^[^?#]*\?([^#]*)/.exec(url) ?? [];
  const startedAt = Date.parse(textOf(entry['startedDateTime'])) || 0;
  const time = Math.max(0, numberOf(entry['time']));
  const wait = Math.max(0, numberOf(fieldsOf(entry['timings'])['wait']));
  const status = numberOf(response['status']);
  const sent = bodyOf(fieldsOf(request['postData']), note['requestComplete'], numberOf(request['bodySize']));
  const headers = headersOf(request);
  const whose = placeOf(note, { url, body: sent.body, method: textOf(request['method']) });
  const got = bodyOf(fieldsOf(response['content']), note['answerComplete'], -1);
  return {
    ...whose,
    url,
    httpVersion: textOf(request['httpVersion']).replace(/^HTTP\//, ''),
    statusText: textOf(response['statusText']),
    request: { method: textOf(request['method']), path: whose.path, query, headers, ...sent },
    answer: status === 0 ? null : { status, headers: unpackedHeaders(response), ...got },
    failure: typeof note['failure'] === 'string' ? note['failure'] : null,
    findings: findings.safeParse(note['findings']).data,
    startedAt,
    answeredAt: status === 0 ? null : startedAt + wait,
    endedAt: startedAt + time,
  };
}

const findings = z.array(
  z.object({
    id: z.string(),
    title: z.string(),
    state: z.enum(['held', 'broken', 'doubtful', 'unobservable']),
    about: z.enum(['request', 'answer', 'callback', 'acknowledgement']),
    message: z.string(),
  }),
);

const v3Paths = Object.values(v3Routes).flatMap(({ path }) => [path, path + phpSuffix]);
const v1Paths: readonly string[] = Object.values(v1Routes).map(({ path }) => path);

/** Determines the API of an exchange by this proxy's note. Without a note, uses the end of the path. */
function placeOf(
  note: Json,
  { url, body, method }: { readonly url: string; readonly body: Uint8Array; readonly method: string },
): Pick<RecordedExchange, 'kind'> & { readonly path: string } {
  const kind = note['kind'];
  if (
    (kind === 'v3' || kind === 'v1' || kind === 'callback' || kind === 'other') &&
    typeof note['path'] === 'string'
  )
    return { kind, path: note['path'] };
  const path = URL.canParse(url) ? new URL(url).pathname : '';
  const last = path.slice(path.lastIndexOf('/'));
  if (v3Paths.includes(last)) return { kind: 'v3', path: last };
  if (v1Paths.includes(last)) return { kind: 'v1', path: last };
  return { kind: method === 'POST' && isCallback(body) ? 'callback' : 'other', path };
}

function isCallback(body: Uint8Array): boolean {
  const text = Buffer.from(body.subarray(0, 65_536)).toString('utf8');
  return /"sign"\s*:|(?:^|&)sign=/.test(text) && /\b(?:orderNo|gateway_order_no|link_code)\b/.test(text);
}

function bodyOf(content: Json, complete: unknown, size: number) {
  const comment = textOf(content['comment']);
  const isBase64 = content['encoding'] === 'base64' || comment.startsWith('base64');
  const body = Buffer.from(textOf(content['text']), isBase64 ? 'base64' : 'utf8');
  const isCut = /(?:cut|truncated) after|not shown/.test(comment);
  const length = isCut ? Math.max(size, body.byteLength + 1) : body.byteLength;
  return { body, length, complete: complete !== false };
}

function headersOf(message: Json): readonly Header[] {
  return (arrayOf(message, 'headers') ?? [])
    .map(fieldsOf)
    .map(({ name, value }) => [textOf(name), textOf(value)]);
}

/** Removes the `Content-Encoding` header, because a recording contains the decompressed body. */
function unpackedHeaders(message: Json): readonly Header[] {
  return headersOf(message).filter(([name]) => name.toLowerCase() !== 'content-encoding');
}

function fieldsOf(value: unknown): Json {
  return objectOf(value) ?? {};
}

function arrayOf(value: unknown, name: string): readonly unknown[] | null {
  const list = fieldsOf(value)[name];
  return Array.isArray(list) ? list : null;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function numberOf(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : 0;
}
