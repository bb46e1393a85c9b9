import { ConfigurationError, type Outcome } from '../errors/errors.ts';
import { checkFunctions, checkHooks, checkOptions, checkSignal, integer } from '../options/options.ts';
import { refuseBrowser, refuseDemoKeys } from '../options/unsafe-use.ts';
import { Pacer } from '../pacing/pacer.ts';
import { startTimer } from '../pacing/timer.ts';
import type { Mask } from '../protocol/masking.ts';
import type { KeyName } from '../protocol/routes.ts';
import { sign } from '../protocol/signature.ts';
import { type Arguments, checkedArguments, type Endpoint, type Rules, readResult } from './endpoint.ts';
import {
  type AttemptContext,
  type AttemptResult,
  aborted,
  errorOf,
  type Failure,
  gatewayError,
  judge,
  noTurn,
  type Reading,
} from './failure.ts';
import {
  type AttemptEndEvent,
  type AttemptEvent,
  type ClientHooks,
  notify,
  type OrderReference,
  orderOf,
  type RetryEvent,
  surround,
} from './hooks.ts';
import {
  baseUrl,
  type CallLimits,
  type CallOptions,
  type ClientOptions,
  callLimits,
  callOptionNames,
  clientOptionNames,
  credential,
  howToGive,
} from './options.ts';
import { redactor } from './redact.ts';
import { type SignedRequest, send, signedRequest } from './transport.ts';

/** The successful response of a call, with all attempts. */
export interface CallResponse {
  readonly status: number;
  readonly headers: Headers;
  /** Every attempt of the call. The last one is the successful one. */
  readonly attempts: readonly AttemptEndEvent[];
}

/** The result of a call together with its response. */
export interface WithResponse<T> {
  readonly data: T;
  readonly response: CallResponse;
}

/** Promise of a call's result. `withResponse()` also returns the response. */
export interface CallPromise<T> extends Promise<T> {
  /**
   * Resolves to the result with status, headers and attempts. The client makes one call, even if you await the call and
   * `withResponse()`. In case of an error, both promises reject with the same error.
   */
  withResponse(): Promise<WithResponse<T>>;
}

interface Prepared<T> extends Omit<AttemptContext<T>, 'limit'>, Pick<Endpoint<T>, 'operation'> {
  readonly request: SignedRequest;
  /** The order numbers, or an empty object if no hook reads them. */
  readonly order: OrderReference;
  /** Values that must not appear in an error. */
  readonly secrets: readonly string[];
}

interface Asked<T> {
  readonly endpoint: Endpoint<T>;
  readonly args: Arguments;
  /** True if the client queries the order before a retry after an unknown outcome. */
  readonly isQueried: boolean;
}

/** State that the requests of one call share. */
interface RunningCall {
  readonly limits: CallLimits;
  readonly signal: AbortSignal | undefined;
  /** The deadline in milliseconds of `performance.now()`. */
  readonly endsAt: number;
  readonly attempts: AttemptEndEvent[];
  /** Time at which the last attempt ended or the call began. */
  idleSince: number;
}

/** Signs calls and sends the same bytes at every attempt. Keeps the keys private. */
export class Caller {
  readonly #roots: Readonly<Record<'v1' | 'v3', string | undefined>>;
  readonly #mchId: string;
  readonly #keys: Readonly<Record<KeyName, string | undefined>>;
  readonly #limits: CallLimits;
  readonly #fetch: ClientOptions['fetch'];
  readonly #hooks: ClientHooks;
  readonly #redactKeys: Mask;
  readonly #pacer: Pacer | undefined;

  /** @throws {ConfigurationError} */
  constructor(options: ClientOptions) {
    refuseBrowser();
    checkOptions('GatewayClient', options, clientOptionNames);
    const { legacyBaseUrl, mchKey, mchSecret, requestsPerMinute } = options;
    this.#roots = {
      v3: baseUrl('baseUrl', options.baseUrl),
      v1: legacyBaseUrl === undefined ? undefined : baseUrl('legacyBaseUrl', legacyBaseUrl),
    };
    this.#mchId = credential('mchId', options.mchId);
    this.#keys = {
      mchKey: mchKey === undefined ? undefined : credential('mchKey', mchKey),
      mchSecret: mchSecret === undefined ? undefined : credential('mchSecret', mchSecret),
    };
    this.#redactKeys = redactor(Object.values(this.#keys).filter((key) => key !== undefined));
    refuseDemoKeys(this.#keys, Object.values(this.#roots));
    this.#limits = callLimits(options);
    checkFunctions({ fetch: options.fetch });
    this.#fetch = options.fetch;
    checkHooks(options.hooks);
    this.#hooks = options.hooks ?? {};
    if (requestsPerMinute !== undefined) {
      this.#pacer = new Pacer(integer('requestsPerMinute', requestsPerMinute, { fallback: 0, min: 1 }));
    }
  }

  /**
   * Makes the call, with retries.
   *
   * @param given the caller's arguments, unchecked
   * @throws {GatewayError}
   */
  call<T>(
    endpoint: Endpoint<T>,
    given: unknown,
    options: CallOptions & { readonly onUnknown?: unknown } = {},
  ): CallPromise<T> {
    const { operation } = endpoint;
    const attempts: AttemptEndEvent[] = [];
    // Compute the order on demand, because only a hook reads the order and the search for keys takes time.
    let order = (): OrderReference => ({});
    const run = async () => {
      try {
        checkOptions<CallOptions>(operation, options, callOptionNames(endpoint.lookup !== undefined));
        checkSignal(options.signal);
        const args = checkedArguments(endpoint, given);
        const isQueried = queriesFirst(operation, options.onUnknown);
        const params = wireParams(endpoint.rules, args);
        order = () => orderOf(this.#redactKeys, params);
        const done = await this.#run({ endpoint, args, isQueried }, options, attempts);
        order = () => orderOf(this.#redactKeys, params, done.data);
        return done;
      } catch (error) {
        throw gatewayError(operation, error, attempts.length);
      }
    };
    const end = (ended: PromiseSettledResult<unknown>) => ({
      operation,
      order: order(),
      attempts: attempts.length,
      error: ended.status === 'rejected' ? gatewayError(operation, ended.reason, attempts.length) : undefined,
    });
    const call = surround(this.#hooks.aroundCall, { operation }, run, end);
    const data = call.then((result) => result.data);
    const withResponse = () => {
      // A caller of withResponse() handles the failure, so the data promise must not become an unhandled rejection.
      data.catch(() => undefined);
      return call.then((result) => result);
    };
    return Object.assign(data, { withResponse });
  }

  /**
   * Repeats attempts until one succeeds, fails permanently, or reaches a limit. After an attempt of unknown outcome, a
   * later rejection leaves the outcome unknown, because the order may exist.
   *
   * @throws {GatewayError} of the last attempt, or the base class if the signal aborts the call
   */
  async #run<T>(
    { endpoint, args, isQueried }: Asked<T>,
    options: CallOptions,
    attempts: AttemptEndEvent[],
  ): Promise<WithResponse<T>> {
    const { operation, repeatableWith } = endpoint;
    const request = this.#prepare(endpoint, args);
    const lookup = isQueried ? this.#prepareLookup(endpoint, args, request.secrets) : undefined;
    const limits = callLimits(options, this.#limits);
    const { signal } = options;
    const now = performance.now();
    const call: RunningCall = { limits, signal, attempts, endsAt: now + limits.deadline, idleSince: now };
    const isRepeatable = repeatableWith === undefined || args[repeatableWith] !== undefined;
    let outcome = 'not_sent' as Outcome;
    for (let retry = 1; ; retry += 1) {
      const result: AttemptResult<T> = signal?.aborted
        ? aborted(signal.reason, 'not_sent')
        : await this.#requestOrLookup(request, outcome === 'unknown' ? lookup : undefined, call);
      if (result.ok) {
        const { value, status, headers } = result;
        return { data: value, response: { status, headers, attempts } };
      }
      if (outcome !== 'unknown' && result.outcome !== 'not_sent') outcome = result.outcome;
      const next = nextAttempt(result, retry, call, outcome === 'unknown' && !isRepeatable);
      if ('note' in next) throw errorOf(operation, result, { outcome, attempts: attempts.length }, next.note);
      notify(this.#hooks.beforeRetry, { ...about(request), attempt: attempts.length, ...next });
      await wait(next.delay, signal);
    }
  }

  /** Queries the order first if there is a lookup. Sends the request only if the order does not exist. */
  async #requestOrLookup<T>(
    request: Prepared<T>,
    lookup: Prepared<T> | undefined,
    call: RunningCall,
  ): Promise<AttemptResult<T>> {
    const found = lookup && (await this.#attempt(lookup, call));
    if (found !== undefined && (found.ok || found.code !== 'order_not_found')) return found;
    return this.#attempt(request, call);
  }

  /** @param others additional values that must not appear in an error */
  #prepare<T>(endpoint: Endpoint<T>, args: Arguments, others: readonly string[] = []): Prepared<T> {
    const { operation, target, key, rules } = endpoint;
    const wire = wireParams(rules, args);
    const identity =
      target.api === 'v3' ? { mchId: this.#mchId } : { api_key: this.#key('mchKey', operation) };
    const params = { ...identity, ...wire };
    const signature = sign(params, this.#key(key, operation));
    const personal = Object.keys(rules).flatMap((name) => (rules[name]?.personal ? (args[name] ?? '') : []));
    const { mchKey = '', mchSecret = '' } = this.#keys;
    const secrets = [mchKey, mchSecret, signature, ...personal, ...others];
    const root = this.#roots[target.api] ?? missing(operation, 'legacyBaseUrl');
    return {
      operation,
      api: target.api,
      read: (data) => readResult(endpoint, args, data),
      order: this.#hooks.aroundAttempt === undefined ? {} : orderOf(this.#redactKeys, wire),
      request: signedRequest(root, target, { ...params, sign: signature }),
      secrets,
      redact: redactor(secrets),
    };
  }

  #prepareLookup<T>(
    { lookup }: Endpoint<T>,
    args: Arguments,
    secrets: readonly string[],
  ): Prepared<T> | undefined {
    if (lookup === undefined) return undefined;
    const { mchOrderNo = '' } = args;
    const query = this.#prepare(lookup.endpoint, { mchOrderNo }, secrets);
    const read = (data: unknown): Reading<T> => {
      const reading = query.read(data);
      return 'value' in reading ? lookup.found(reading.value, args) : reading;
    };
    return { ...query, read };
  }

  #key(name: KeyName, operation: string): string {
    return this.#keys[name] ?? missing(operation, name);
  }

  /** Waits for its turn under the rate limit, sends the request once, and notifies the observers. */
  async #attempt<T>(request: Prepared<T>, call: RunningCall): Promise<AttemptResult<T>> {
    const { limits, signal, endsAt } = call;
    const pacer = request.api === 'v3' ? this.#pacer : undefined;
    const endTurn = await pacer?.turn(endsAt - performance.now(), signal);
    const timeLeft = endsAt - performance.now();
    if (signal?.aborted || timeLeft <= 0 || (pacer !== undefined && endTurn === undefined)) {
      endTurn?.();
      return signal?.aborted ? aborted(signal.reason, 'not_sent') : noTurn(limits.deadline);
    }
    const delay = performance.now() - call.idleSince;
    const event: AttemptEvent = { ...about(request), attempt: call.attempts.length + 1, delay };
    notify(this.#hooks.beforeAttempt, event);
    const ended = await surround(
      this.#hooks.aroundAttempt,
      { ...event, order: request.order },
      () => this.#send(request, call, event, timeLeft),
      (settled) => (settled.status === 'fulfilled' ? settled.value.event : undefined),
    ).finally(endTurn);
    call.attempts.push(ended.event);
    call.idleSince = performance.now();
    notify(this.#hooks.afterAttempt, ended.event);
    return ended.result;
  }

  async #send<T>(
    request: Prepared<T>,
    { limits, signal }: RunningCall,
    event: AttemptEvent,
    timeLeft: number,
  ): Promise<{ readonly event: AttemptEndEvent; readonly result: AttemptResult<T> }> {
    const startedAt = performance.now();
    const name = timeLeft <= limits.timeout ? 'deadline' : 'timeout';
    const context: AttemptContext<T> = { ...request, limit: { name, ms: limits[name] } };
    const options = { timeout: Math.min(limits.timeout, timeLeft), signal, fetch: this.#fetch };
    const { received, result } = await send(request.request, options)
      .then((received) => ({ received, result: judge(received, context) }))
      .catch((cause: unknown) => {
        // A custom `fetch` of the application can return a response whose properties throw.
        const received = { kind: 'network', cause } as const;
        return { received, result: judge(received, context) };
      });
    const ended: AttemptEndEvent = {
      ...event,
      duration: performance.now() - startedAt,
      status: 'status' in received ? received.status : undefined,
      outcome: result.ok ? 'ok' : result.outcome,
      code: result.ok ? undefined : result.code,
    };
    return { event: ended, result };
  }
}

function missing(operation: string, name: KeyName | 'legacyBaseUrl'): never {
  throw new ConfigurationError(`${operation} needs ${name}: ${howToGive(name)}`);
}

function about({ operation, request: { method, url } }: Prepared<unknown>) {
  return { operation, method, url: url.replace(/\?.*/s, '') };
}

/** @throws {ConfigurationError} */
function queriesFirst(operation: string, onUnknown: unknown = 'retry'): boolean {
  if (onUnknown === 'retry' || onUnknown === 'query') return onUnknown === 'query';
  throw new ConfigurationError(`${operation}: onUnknown must be retry or query`);
}

function wireParams(rules: Rules, args: Arguments): Readonly<Record<string, string>> {
  const entries = Object.entries(args).map(([name, value = '']) => [rules[name]?.wire ?? name, value]);
  return Object.fromEntries(entries);
}

const longestBackoff = 8_000;

/**
 * The wait before the next attempt in milliseconds, or the reason for no retry. Each retry doubles the longest wait, and
 * the jitter spreads the retries of clients that failed simultaneously.
 */
function nextAttempt(
  { retriable, retryAfter }: Failure,
  retry: number,
  { limits, endsAt }: RunningCall,
  wouldRepeat: boolean,
): Pick<RetryEvent, 'delay' | 'retryAfter'> | { readonly note: string } {
  const { maxRetries, maxRetryAfter, deadline, backoff } = limits;
  if (!retriable || retry > maxRetries) return { note: '' };
  if (wouldRepeat) return { note: 'not retried: a repeat could create a second link' };
  if (retryAfter !== undefined && retryAfter > maxRetryAfter) {
    return {
      note: `not retried: Retry-After is ${retryAfter} ms, above maxRetryAfter of ${maxRetryAfter} ms`,
    };
  }
  const longest = Math.min(Math.max(longestBackoff, backoff), backoff * 2 ** (retry - 1));
  // A Retry-After of 0 specifies no wait, so use the backoff.
  const delay = retryAfter || Math.random() * longest;
  if (delay < endsAt - performance.now()) return { delay, retryAfter: Boolean(retryAfter) };
  const what = retryAfter ? `Retry-After of ${delay} ms` : 'the next wait';
  return { note: `not retried: ${what} exceeds the deadline of ${deadline} ms` };
}

/** Waits. Returns immediately when the signal is aborted. */
export function wait(ms: number, signal: AbortSignal | undefined): Promise<boolean> {
  return new Promise((resolve) => void startTimer(ms, signal, resolve));
}
