import { creator, type HarEntry, harEntry, type RecordedExchange } from '@inrgate/conformance/internal';
import { nextTurn } from '../clock/real-time.ts';
import type { RecordedMessage, RequestRecord } from './record.ts';
import type { RequestLog } from './request-log.ts';

/** The request log as HAR 1.2. */
export interface LoggedHar {
  readonly log: {
    readonly version: '1.2';
    readonly creator: { readonly name: string; readonly version: string };
    readonly comment: string;
    readonly entries: readonly HarEntry[];
  };
}

const comment =
  'The request log of a mock gateway. Times follow the gateway’s clock. Keys, signatures and personal data are masked. Long bodies are truncated.';

/** Number of entries that are masked in one turn of the event loop, because masking takes time. */
const perTurn = 5;

/**
 * Converts requests of the log to a recording.
 *
 * @param origin origin of the gateway, as its clients see it
 */
export async function logAsHar(
  log: RequestLog,
  requests: readonly RequestRecord[],
  origin: string,
): Promise<LoggedHar> {
  const entries: HarEntry[] = [];
  for (const [at, record] of requests.entries()) {
    if (at % perTurn === perTurn - 1) await nextTurn();
    entries.push(harEntry(recordedOf(record, origin), log.maskOf(record)));
  }
  return { log: { version: '1.2', creator, comment, entries } };
}

/** Number of entries that are written in one turn of the event loop. */
const writtenPerTurn = 20;

/** Writes the recording as the parts of its JSON, because the JSON of a full log is many megabytes long. */
export async function harJson({ log }: LoggedHar): Promise<readonly string[]> {
  const { entries, ...head } = log;
  const parts = [`{"log":${JSON.stringify(head).slice(0, -1)},"entries":[`];
  for (let at = 0; at < entries.length; at += writtenPerTurn) {
    await nextTurn();
    const part = JSON.stringify(entries.slice(at, at + writtenPerTurn)).slice(1, -1);
    parts.push(at === 0 ? part : `,${part}`);
  }
  return [...parts, ']}}'];
}

function recordedOf(record: RequestRecord, origin: string): RecordedExchange {
  const { method, path, query, status, durationMs, request, response, transportFault } = record;
  const startedAt = record.time;
  const endedAt = startedAt + durationMs;
  const [, api, below] = /^\/(v3|v1)(.*)$/s.exec(path) ?? [];
  const isArrived = transportFault !== 'drop' && transportFault !== 'hang';
  return {
    kind: api === 'v3' || api === 'v1' ? api : 'other',
    url: origin + path + (query === '' ? '' : `?${query}`),
    httpVersion: '1.1',
    statusText: '',
    request: { method, path: below ?? path, query, ...messageOf(request) },
    answer: isArrived ? { status, ...messageOf(response), complete: transportFault === null } : null,
    failure: transportFault === null ? null : `${transportFault}, by a fault`,
    startedAt,
    answeredAt: isArrived ? endedAt : null,
    endedAt,
  };
}

/** The message with strings. An empty or unread body is omitted. */
function messageOf({ headers, body, cut, length }: RecordedMessage) {
  const text = Buffer.from(body);
  const isText = cut || text.byteLength === length;
  return {
    headers,
    body: isText ? text : new Uint8Array(),
    length: length ?? 0,
    complete: length !== null,
  };
}
