import { bodyText } from '../../delivery/acknowledgement.ts';
import type { DeliveryResult } from '../../delivery/sender.ts';
import type { CheckRun, PlainKind } from '../check-run.ts';
import { changedBody, type Tried } from './changed-body.ts';
import { expectsTls, stoppedAt } from './failed-connection.ts';
import type { Obstacle, PathFindings, PathId } from './obstacle.ts';
import { isPage, obstacleInResponse, oddEncoding } from './response-signs.ts';
import { tlsWords } from './tls-words.ts';

/**
 * Examines the path to the endpoint with the first plain callback. The cases reuse this callback. After a failed
 * connection or an unclear rejection, sends more requests. After an acknowledgement, sends one more callback with an
 * unusual body.
 */
export async function examinePath(run: CheckRun): Promise<PathFindings> {
  const kind = firstKind(run);
  const tried: Tried[] = [];
  for (const format of kind === 'link' ? (['json'] as const) : (['json', 'form'] as const)) {
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
