import {
  ApiError,
  ConnectionError,
  type ErrorFacts,
  GatewayError,
  isGatewayError,
  notSent,
  type Outcome,
  ResponseError,
  TimeoutError,
} from '../errors/errors.ts';
import { v1Codes, v3Codes } from '../protocol/known-codes.ts';
import type { Mask } from '../protocol/masking.ts';
import { diagnose } from './connection-failure.ts';
import { type Envelope, parseRetryAfter, readEnvelope } from './envelope.ts';
import { safeCause } from './redact.ts';
import { type HttpAnswer, type NoAnswer, responseLimit } from './transport.ts';

export type AttemptResult<T> = Success<T> | Failure;

export interface Success<T> {
  readonly ok: true;
  readonly value: T;
  readonly status: number;
  readonly headers: Headers;
}

/** A failed attempt, evaluated without the results of earlier attempts. */
export interface Failure {
  readonly ok: false;
  /** The class of the error. An aborted call rejects with the base class. */
  readonly kind: 'api' | 'response' | 'connection' | 'timeout' | 'aborted';
  readonly outcome: Outcome;
  /** True if the same request can succeed later. */
  readonly retriable: boolean;
  /** Parts of the message, without secrets. */
  readonly text: readonly string[];
  readonly status?: number;
  readonly code?: string;
  /** Milliseconds of the response's `Retry-After`. */
  readonly retryAfter?: number | undefined;
  /** The first 2 KB of an invalid response, without secrets. */
  readonly body?: string;
  readonly cause?: unknown;
}

/**
 * Creates the caller's error: `payouts.create: 422 daily_limit: over the limit of the day (not retried: …)`
 *
 * @param facts the combined result of all attempts
 * @param note the reason for no retry, or an empty string
 */
export function errorOf(operation: string, failure: Failure, facts: ErrorFacts, note = ''): GatewayError {
  const { kind, status = 0, code = '', body = '', retryAfter } = failure;
  if (kind === 'aborted') return abortedError(operation, { ...facts, cause: failure.cause });
  const text = [operation, ...failure.text].filter((part) => part !== '').join(': ');
  const message = note === '' ? text : `${text} (${note})`;
  switch (kind) {
    case 'api':
      return new ApiError(message, { ...facts, code, status, retryAfter });
    case 'response':
      return new ResponseError(message, { ...facts, status, retryAfter, body });
    case 'connection':
      return new ConnectionError(message, { ...facts, cause: failure.cause });
    case 'timeout':
      return new TimeoutError(message, facts);
  }
}

export function abortedError(operation: string, facts: ErrorFacts): GatewayError {
  return new GatewayError(`${operation} was aborted`, facts);
}

/** The error that the call rejects with. Replaces an unexpected error, because its message can contain secrets. */
export function gatewayError(operation: string, error: unknown, attempts: number): GatewayError {
  if (isGatewayError(error)) return error;
  return attempts > 0
    ? new GatewayError(`${operation} failed: ${unexpected}`, { outcome: 'unknown', attempts })
    : new GatewayError(`${operation} failed: the client could not read the arguments`, notSent);
}

const unexpected = 'an unexpected error occurred after the client had sent a request';

export function aborted(cause: unknown, outcome: Outcome): Failure {
  return { ok: false, kind: 'aborted', outcome, retriable: false, text: [], cause };
}

/** The failure of an attempt that timed out while it waited for the request rate. */
export function noTurn(deadline: number): Failure {
  const text = [`requestsPerMinute allowed no request within the deadline of ${deadline} ms`];
  return { ok: false, kind: 'timeout', outcome: 'not_sent', retriable: false, text };
}

/** Maximum number of bytes of an invalid response in an error. */
const bodyExcerpt = 2_048;

export interface AttemptContext<T> {
  readonly request: { readonly url: string };
  readonly api: 'v1' | 'v3';
  /** The limit that ends the attempt first. */
  readonly limit: { readonly name: 'timeout' | 'deadline'; readonly ms: number };
  readonly redact: Mask;
  /** Converts the envelope's `data` to the result, or returns the reason why `data` is invalid. */
  readonly read: (data: unknown) => Reading<T>;
}

/**
 * The result of reading the data: a value, a problem or a conflict. A conflict describes a difference between the call
 * and the order that a query found. The gateway would reject a repeated call with `duplicate_order`, so the client
 * fails with the same code.
 */
export type Reading<T> = { readonly value: T } | { readonly problem: string } | { readonly conflict: string };

/** Evaluates the response of one attempt as a success or a failure. */
export function judge<T>(received: HttpAnswer | NoAnswer, context: AttemptContext<T>): AttemptResult<T> {
  switch (received.kind) {
    case 'answer':
      return judgeAnswer(received, context);
    case 'network':
      return disconnected(received.cause, context);
    case 'timeout': {
      const { name, ms } = context.limit;
      const text = [`no complete response within the ${name} of ${ms} ms`];
      return { ok: false, kind: 'timeout', outcome: 'unknown', retriable: name === 'timeout', text };
    }
    case 'aborted':
      return aborted(received.cause, 'unknown');
    case 'too_large': {
      const answer = { status: received.status, headers: new Headers(), text: '' };
      return foreign(answer, `the body is over ${responseLimit} bytes`, context.redact);
    }
  }
}

function judgeAnswer<T>(answer: HttpAnswer, { api, read, redact }: AttemptContext<T>): AttemptResult<T> {
  const { status, headers } = answer;
  if (status >= 300 && status <= 399) return foreign(answer, 'the client does not follow redirects', redact);
  const envelope = readEnvelope(api, answer.text);
  if (envelope?.ok === false && envelope.error !== undefined) {
    return refused(answer, { ...envelope, error: envelope.error }, redact);
  }
  if (!envelope?.ok || status >= 400) return foreign(answer, 'the body is not an API response', redact);
  const reading = read(envelope.data);
  if ('value' in reading) return { ok: true, value: reading.value, status, headers };
  if ('problem' in reading) return foreign(answer, reading.problem, redact);
  const duplicate = { error: 'duplicate_order', code: 409, message: reading.conflict };
  return refused({ ...answer, status: 409 }, duplicate, redact);
}

/** Evaluates an error envelope by its HTTP status. Uses the envelope's `code` only if the HTTP status is a success. */
function refused(
  answer: HttpAnswer,
  { error, code: mirrored, message = '' }: Pick<Envelope, 'code' | 'message'> & { readonly error: string },
  redact: Mask,
): Failure {
  const { status } = answer;
  const judged = status < 400 ? (mirrored ?? status) : status;
  // Known codes are never redacted. A short secret, for example the name Bala, can occur in a code, for example in
  // insufficient_balance.
  const known = [...v3Codes, ...v1Codes].find((one) => one === error.toLowerCase());
  const code = known ?? oneLine(redact(error), 100);
  return {
    ok: false,
    kind: 'api',
    // After a 5xx the order may exist (spec: POST payin, rule 5).
    outcome: judged >= 400 && judged <= 499 ? 'rejected' : 'unknown',
    retriable: isRetriable(judged, code),
    text: [`${status} ${code}`, oneLine(redact(message), 500)],
    status,
    code,
    retryAfter: retryAfterOf(answer),
  };
}

/** Evaluates an invalid response. The request may have reached the gateway, so the outcome is unknown. */
function foreign(answer: Omit<HttpAnswer, 'kind'>, problem: string, redact: Mask): Failure {
  const { status } = answer;
  const excerpt = Buffer.from(redact(answer.text)).subarray(0, bodyExcerpt);
  return {
    ok: false,
    kind: 'response',
    outcome: 'unknown',
    retriable: isRetriable(status),
    text: [`unexpected response with status ${status}`, problem],
    status,
    retryAfter: retryAfterOf(answer),
    body: new TextDecoder().decode(excerpt, { stream: true }),
  };
}

function disconnected(cause: unknown, { request, redact }: AttemptContext<unknown>): Failure {
  const { code = '', notSent, permanent } = diagnose(cause);
  const what = notSent
    ? `no connection to ${redact(new URL(request.url).host)}`
    : 'the connection broke before the response was complete';
  return {
    ok: false,
    kind: 'connection',
    outcome: notSent ? 'not_sent' : 'unknown',
    retriable: !permanent,
    text: [what, redact(code)],
    cause: safeCause(cause, redact),
  };
}

/** Returns true for 5xx and 429, except for a lockout after wrong signatures. */
export function isRetriable(status: number, code?: string): boolean {
  return status >= 500 || (status === 429 && code !== 'too_many_failures');
}

/**
 * `Retry-After` in milliseconds. A date is relative to the response's `Date` header, because the two clocks may differ.
 */
function retryAfterOf({ headers }: Pick<HttpAnswer, 'headers'>): number | undefined {
  const sentAt = Date.parse(headers.get('date') ?? '');
  return parseRetryAfter(headers.get('retry-after'), Number.isNaN(sentAt) ? Date.now() : sentAt);
}

/** Shortens a received string to one line of at most `maxLength` characters. */
function oneLine(text: string, maxLength: number): string {
  return text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .slice(0, maxLength)
    .trim();
}
