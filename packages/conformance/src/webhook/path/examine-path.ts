import net from 'node:net';
import tls from 'node:tls';
import type { CallbackFormat } from '@inrgate/sdk/internal';
import { callbackTimeoutMs } from '@inrgate/sdk/protocol';
import { bodyText } from '../../delivery/acknowledgement.ts';
import { hostLookup } from '../../delivery/http-sender.ts';
import type { DeliveryResult } from '../../delivery/sender.ts';
import { formatNames, formatsOfKind, reencoded, unusualText } from '../callback-writer.ts';
import type { Answer, CheckRun, PlainDelivery, PlainKind } from '../check-run.ts';
import type { Found } from '../judgement.ts';
import {
  isPage,
  type Obstacle,
  obstacleInResponse,
  oddEncoding,
  type PathFindings,
  type PathId,
  pathIds,
  tlsWords,
} from './response-signs.ts';

/**
 * Examines the path to the endpoint with the first plain callback. The cases reuse this callback. After a failed
 * connection or an unclear rejection, sends more requests. After an acknowledgement, sends one more callback with an
 * unusual body.
 */
export async function examinePath(run: CheckRun): Promise<PathFindings> {
  const kind = firstKind(run);
  const tried: Tried[] = [];
  for (const format of formatsOfKind(kind)) {
    const delivery = await run.plain(kind, format);
    tried.push({ ...delivery, format });
    if (delivery.answer.result.failure !== null) break;
  }
  const accepted = tried.filter(({ answer }) => answer.acknowledgement.ok);
  const observed = observedBy(tried);
  if (accepted.length === 0) {
    const obstacle = await obstacleOf(run, tried);
    const exchanges = obstacle === null ? [] : tried.map(({ answer }) => answer.exchange);
    return { ...observed, obstacle, exchanges, severity: 'fail', isBlocked: obstacle !== null };
  }
  for (const { answer } of accepted) {
    const text = oddEncoding(answer.result);
    if (text === null) continue;
    const obstacle = { id: 'path-encoding', text: `accepted, but ${text}` } as const;
    return { ...observed, obstacle, exchanges: [answer.exchange], severity: 'warn', isBlocked: false };
  }
  const changed = kind === 'test' ? await changedBody(run, tried) : null;
  return { ...observed, obstacle: null, exchanges: [], severity: 'fail', ...changed, isBlocked: false };
}

function observedBy(tried: readonly Tried[]) {
  const [first] = tried;
  return {
    isAnswered: tried.some(({ answer }) => answer.result.status !== null),
    isAcknowledged: tried.some(({ answer }) => answer.acknowledgement.ok),
    received: first?.answer.exchange.received ?? '',
    durationMs: first?.answer.result.durationMs ?? 0,
  };
}

/**
 * Kind of the first callback. The test callback is first, because it credits nothing. Without the API Key, a payout
 * callback or a link callback is first.
 */
function firstKind({ setup: { kinds } }: CheckRun): PlainKind {
  if (kinds.includes('payin')) return 'test';
  return kinds.includes('payout') ? 'payout' : 'link';
}

async function obstacleOf(run: CheckRun, tried: readonly Tried[]): Promise<Obstacle | null> {
  for (const { answer } of tried) {
    const { result, acknowledgement } = answer;
    const reason = acknowledgement.reason ?? '';
    const found =
      result.failure === null
        ? obstacleInResponse(result, reason)
        : await obstacleInFailure(run, result, reason);
    if (found !== null) return found;
  }
  const [first] = tried;
  return first === undefined ? null : refusedEverywhere(run, first);
}

async function obstacleInFailure(
  { setup }: CheckRun,
  { failure, status, detail }: DeliveryResult,
  reason: string,
): Promise<Obstacle | null> {
  if (status !== null) return { id: failure === 'timeout' ? 'path-slow' : 'path-connect', text: reason };
  const words = tlsWords(detail ?? '');
  if (words !== undefined) return { id: 'path-tls', text: words.text ?? reason, fix: words.fix };
  const url = new URL(setup.url);
  const stage = await stoppedAt(url, setup);
  setup.signal.throwIfAborted();
  if (stage !== null) return { id: stage, text: reason };
  if (failure === 'timeout') return { id: 'path-slow', text: reason };
  if (url.protocol === 'http:' && (await expectsTls(url, setup))) {
    return { id: 'path-tls', text: 'the port expects TLS', fix: 'Use https:// in the URL.' };
  }
  return { id: 'path-connect', text: reason, fix: brokenFix };
}

const brokenFix = 'Read the log of the server, which closes the connection or does not speak HTTP.';

/** Words in the responses of endpoints that reject a callback. A server in front of an endpoint does not use them. */
const ownWords =
  /signature|\b(?:invalid|wrong|bad) sign\b|hash|hmac|mchid|merchant|callback|order|payment|transaction|invoice/i;

/** Statuses that the endpoint's router, or a server in front of the endpoint, returns for every path. */
const everywhere: Readonly<Record<number, PathId>> = {
  200: 'path-method',
  401: 'path-auth',
  403: 'path-auth',
  404: 'path-method',
};

/**
 * Compares an unclear rejection with the response of another path, because the endpoint itself often returns a 401, or
 * a 200 without a page.
 */
async function refusedEverywhere(
  { setup }: CheckRun,
  { answer, body, format }: Tried,
): Promise<Obstacle | null> {
  const { result, acknowledgement } = answer;
  const id = everywhere[result.status ?? 0];
  const text = comparable(result, setup.url);
  if (id === undefined || ownWords.test(text)) return null;
  if ((result.status === 401 && text === '') || (result.status === 200 && !isPage(result))) return null;
  const url = siblingOf(setup.url);
  const other = await setup.send({ url, format, body }, setup.signal);
  setup.signal.throwIfAborted();
  if (other.status !== result.status || comparable(other, url) !== text) return null;
  return {
    id,
    text: `${acknowledgement.reason}; the server returns the same response for a path that does not exist`,
  };
}

/** The URL of a nonexistent path next to the endpoint. */
function siblingOf(text: string): string {
  const url = new URL(text);
  url.pathname = url.pathname.replace(/\/?$/, '-inrgate-check');
  return url.href;
}

function comparable({ body }: DeliveryResult, url: string): string {
  const words = (bodyText(body) ?? '').replaceAll(new URL(url).pathname, ' ').split(/[^\w-]/);
  return words.filter((word) => !/\d/.test(word)).join(' ');
}

/** The part of the path at which a connection fails, or null if it opens. */
type Stage = Extract<PathId, 'path-dns' | 'path-connect' | 'path-tls'> | null;

interface Limits {
  /**
   * Timeout of a callback. A connection may take at least as long as the gateway's timeout, because a shorter timeout
   * would hide the reason.
   */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/**
 * Opens a connection and sends no request. Returns the part of the path that stops the connection. Does not verify
 * certificates.
 */
function stoppedAt(url: URL, { timeoutMs, signal }: Limits): Promise<Stage> {
  const isSecure = url.protocol === 'https:';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isName = net.isIP(host) === 0;
  const target = { host, port: Number(url.port || (isSecure ? 443 : 80)), lookup: hostLookup };
  return new Promise((resolve) => {
    let stage: Stage = isName ? 'path-dns' : 'path-connect';
    const socket = isSecure
      ? tls.connect({ ...target, rejectUnauthorized: false, ...(isName && { servername: host }) })
      : net.connect(target);
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      socket.destroy();
      resolve(stage);
    };
    const timer = setTimeout(end, Math.max(timeoutMs, callbackTimeoutMs));
    signal.addEventListener('abort', end);
    const pass = (next: Stage) => () => {
      stage = next;
      if (next === null) end();
    };
    socket
      .on('lookup', (error) => error ?? pass('path-connect')())
      .on('connect', pass(isSecure ? 'path-tls' : null))
      .on('secureConnect', pass(null))
      .on('error', end)
      .on('close', end);
  });
}

/** Returns whether the port of an http URL expects TLS. */
async function expectsTls(url: URL, limits: Limits): Promise<boolean> {
  const secure = new URL(url);
  const { port } = url;
  secure.protocol = 'https:';
  secure.port = port || '80';
  return (await stoppedAt(secure, limits)) === null;
}

/** The first plain callback, in one format. */
export interface Tried extends PlainDelivery {
  readonly format: CallbackFormat;
}

type Changed = Pick<PathFindings, 'obstacle' | 'exchanges' | 'severity'> | null;

/**
 * Sends further test callbacks to detect whether a server in front of the endpoint changes the body. If the endpoint
 * acknowledges one of them, the key is correct.
 */
async function changedBody(run: CheckRun, tried: readonly Tried[]): Promise<Changed> {
  for (const one of tried) {
    const changed = one.answer.acknowledgement.ok
      ? await changedUnusual(run, one)
      : tried.some(({ answer }) => answer.acknowledgement.ok) && (await changedJson(run, one));
    if (changed) return changed;
  }
  return null;
}

/** Sends a test callback whose body contains other scripts and escapes. */
async function changedUnusual(run: CheckRun, { format, answer: plain }: Tried): Promise<Changed> {
  const what = 'the test callback with other scripts and escapes';
  const unusual = await sendTest(run, { format, what, extra: unusualText, encode: reencoded });
  if (unusual.acknowledgement.ok) return null;
  // If the endpoint now rejects even a plain callback, the unusual body is not the cause.
  const again = await sendTest(run, { format, what: 'the test callback' });
  if (!again.acknowledgement.ok) return null;
  const name = formatNames[format];
  const text = `the endpoint acknowledges ${name}, but rejects ${name} with other scripts and escapes: ${unusual.acknowledgement.reason}`;
  return {
    ...{ obstacle: { id: 'path-body', text }, severity: 'fail' },
    exchanges: [plain.exchange, unusual.exchange, again.exchange],
  };
}

/**
 * Warns if the endpoint rejects JSON and acknowledges the form, which the gateway then uses. Two kinds of endpoint
 * cause no warning. The first accepts only forms, so it treats an empty JSON object in the same way. The second cannot
 * verify the boolean `true`, but accepts a string.
 */
async function changedJson(run: CheckRun, { format, answer: json }: Tried): Promise<Changed> {
  if (format !== 'json') return null;
  const empty = await sendTest(run, { format, what: 'an empty object', encode: () => '{}' });
  if (empty.exchange.received === json.exchange.received) return null;
  const what = 'the test callback with the string true';
  const string = await sendTest(run, { format, what, test: 'true' });
  if (string.acknowledgement.ok || string.exchange.received !== json.exchange.received) return null;
  const text = `the endpoint acknowledges a form and reads JSON, but rejects every signed JSON callback: ${json.acknowledgement.reason}`;
  return {
    ...{ obstacle: { id: 'path-body', text }, severity: 'warn' },
    exchanges: [json.exchange, empty.exchange, string.exchange],
  };
}

interface TestCallback {
  readonly format: CallbackFormat;
  readonly what: string;
  readonly extra?: string;
  readonly test?: true | 'true';
  readonly encode?: (body: string, format: CallbackFormat) => string;
}

/** Sends a test callback, which must never cause a credit. */
function sendTest(run: CheckRun, callback: TestCallback): Promise<Answer> {
  const { format, what, extra = '', test = true, encode = (body) => body } = callback;
  const write = run.writer(format);
  const order = run.madeUp('payin');
  const body = write.signed({ ...write.payin(order, { extra }), test });
  return run.deliver({
    kind: 'test',
    format,
    what: `${what}, ${order.mchOrderNo}`,
    body: encode(body, format),
  });
}

/** Parts of the path that the check can judge before a response arrives. */
const beforeResponse: readonly PathId[] = ['path-dns', 'path-connect', 'path-tls'];

/** Verdict on one part of the path, from the findings. */
export function pathVerdict(id: PathId, findings: PathFindings): Found {
  const { obstacle, severity, isBlocked, isAnswered, isAcknowledged, received } = findings;
  if (obstacle?.id === id) {
    const { text, fix } = obstacle;
    return { status: severity, text, ...(fix !== undefined && { fix }) };
  }
  if (isBlocked && obstacle !== null) {
    const isBehind = pathIds.indexOf(id) > pathIds.indexOf(obstacle.id);
    if (isBehind || !(isAnswered || beforeResponse.includes(id)))
      return skip(`skipped, because ${obstacle.id} stops the callback`);
  }
  if (id === 'path-body' && !isAcknowledged)
    return skip('the endpoint acknowledges no callback, so the check cannot detect a changed body');
  if (id === 'path-slow') return { status: 'pass', text: `the response took ${findings.durationMs} ms` };
  return { status: 'pass', text: isAnswered ? received : 'passed' };
}

function skip(text: string): Found {
  return { status: 'skip', text };
}
