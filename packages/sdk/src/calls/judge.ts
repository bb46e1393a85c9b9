import { ApiError } from '../errors/api-error.ts';
import { ConnectionError } from '../errors/connection-error.ts';
import { ResponseError } from '../errors/response-error.ts';
import { TimeoutError } from '../errors/timeout-error.ts';
import { v1Codes, v3Codes } from '../protocol/known-codes.ts';
import type { Mask } from '../protocol/masking.ts';
import { diagnose } from './connection-failure.ts';
import { type Envelope, readEnvelope } from './envelope.ts';
import { safeCause } from './redact.ts';
import { type AttemptResult, aborted, type Failure } from './retry.ts';
import { parseRetryAfter } from './retry-after.ts';
import type { Target } from './signed-request.ts';
import { type HttpAnswer, type NoAnswer, responseLimit } from './transport.ts';

/** Maximum number of bytes of an invalid response in an error. */
const bodyExcerpt = 2_048;

/** Data that `judge` needs to evaluate an attempt. */
export interface AttemptContext<T> {
  readonly operation: string;
  readonly target: Target;
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
    case 'timeout':
      return timedOut(context);
    case 'aborted':
      return failure({
        outcome: 'unknown',
        retriable: false,
        error: (facts) => aborted(context.operation, { ...facts, cause: received.cause }),
      });
    case 'too_large': {
      const { status } = received;
      const problem = `the body is over ${responseLimit} bytes`;
      return foreign({ status, headers: new Headers(), text: '', kind: 'answer' }, problem, context);
    }
  }
}

function judgeAnswer<T>(answer: HttpAnswer, context: AttemptContext<T>): AttemptResult<T> {
  const { status, headers } = answer;
  if (status >= 300 && status <= 399) return foreign(answer, 'the client does not follow redirects', context);
  const envelope = readEnvelope(context.target.api, answer.text);
  if (envelope?.ok === false && envelope.error !== undefined) {
    return refused(answer, { ...envelope, error: envelope.error }, context);
  }
  if (!envelope?.ok || status >= 400) return foreign(answer, 'the body is not an API response', context);
  const reading = context.read(envelope.data);
  if ('value' in reading) return { ok: true, value: reading.value, status, headers };
  if ('problem' in reading) return foreign(answer, reading.problem, context);
  return refused({ ...answer, status: 409 }, duplicateOrder(reading.conflict), context);
}

function duplicateOrder(message: string) {
  return { ok: false, error: 'duplicate_order', code: 409, message, data: undefined } as const;
}

/** Evaluates an error envelope by its HTTP status. Uses the envelope's `code` only if the HTTP status is a success. */
function refused<T>(
  answer: HttpAnswer,
  envelope: Envelope & { readonly error: string },
  { redact, operation }: AttemptContext<T>,
): Failure {
  const { status } = answer;
  const judged = status < 400 ? (envelope.code ?? status) : status;
  // Known codes are never redacted. A short secret, for example the name Bala, can occur in a code, for example in
  // insufficient_balance.
  const code = knownCode(envelope.error) ?? oneLine(redact(envelope.error), 100);
  const text = oneLine(redact(envelope.message ?? ''), 500);
  const retryAfter = retryAfterOf(answer);
  return failure({
    // After a 5xx the order may exist (spec: POST payin, rule 5).
    outcome: judged >= 400 && judged <= 499 ? 'rejected' : 'unknown',
    retriable: isRetriable(judged, code),
    code,
    retryAfter,
    error: (facts, note) =>
      new ApiError(sentence([operation, `${status} ${code}`, text], note), {
        ...facts,
        code,
        status,
        retryAfter,
      }),
  });
}

/** Evaluates an invalid response. The request may have reached the gateway, so the outcome is unknown. */
function foreign<T>(answer: HttpAnswer, problem: string, context: AttemptContext<T>): Failure {
  const { status } = answer;
  const retryAfter = retryAfterOf(answer);
  return failure({
    outcome: 'unknown',
    retriable: isRetriable(status),
    retryAfter,
    error: (facts, note) =>
      new ResponseError(
        sentence([context.operation, `unexpected response with status ${status}`, problem], note),
        {
          ...facts,
          status,
          retryAfter,
          body: firstBytes(context.redact(answer.text), bodyExcerpt),
        },
      ),
  });
}

function disconnected<T>(cause: unknown, context: AttemptContext<T>): Failure {
  const { code = '', notSent, permanent } = diagnose(cause);
  const what = notSent ? 'no connection' : 'the connection broke before the response was complete';
  return failure({
    outcome: notSent ? 'not_sent' : 'unknown',
    retriable: !permanent,
    error: (facts, note) =>
      new ConnectionError(sentence([context.operation, what, context.redact(code)], note), {
        ...facts,
        cause: safeCause(cause, context.redact),
      }),
  });
}

function timedOut<T>({ operation, limit }: AttemptContext<T>): Failure {
  const what = `no complete response within the ${limit.name} of ${limit.ms} ms`;
  return failure({
    outcome: 'unknown',
    retriable: limit.name === 'timeout',
    error: (facts, note) => new TimeoutError(sentence([operation, what], note), facts),
  });
}

/** Composes a message: `payouts.create: 422 daily_limit: over the limit of the day (not retried: …)` */
function sentence(parts: readonly string[], note: string): string {
  const text = parts.filter((part) => part !== '').join(': ');
  return note === '' ? text : `${text} (${note})`;
}

function failure(parts: Omit<Failure, 'ok'>): Failure {
  return { ok: false, ...parts };
}

/** Returns true for 5xx and 429, except for a lockout after wrong signatures. */
export function isRetriable(status: number, code?: string): boolean {
  return status >= 500 || (status === 429 && code !== 'too_many_failures');
}

/** A known error code of the API, regardless of upper and lower case. */
function knownCode(error: string): string | undefined {
  const code = error.toLowerCase();
  return [...v3Codes, ...v1Codes].find((known) => known === code);
}

/**
 * `Retry-After` in milliseconds. A date is relative to the response's `Date` header, because the two clocks may differ.
 */
function retryAfterOf({ headers }: HttpAnswer): number | undefined {
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

function firstBytes(text: string, max: number): string {
  return new TextDecoder().decode(Buffer.from(text).subarray(0, max), { stream: true });
}
