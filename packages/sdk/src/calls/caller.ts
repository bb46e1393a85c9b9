import { refuseBrowser } from '../checks/browser.ts';
import { refuseDemoKeys } from '../checks/demo-keys.ts';
import { checkFunctions, checkHooks, checkOptions, checkSignal, integer } from '../checks/options.ts';
import { ConfigurationError } from '../errors/configuration-error.ts';
import { Pacer } from '../pacing/pacer.ts';
import type { Mask } from '../protocol/masking.ts';
import type { KeyName } from '../protocol/routes.ts';
import { sign } from '../protocol/signature.ts';
import { type CallPromise, callPromise, type WithResponse } from './call-promise.ts';
import {
  baseUrl,
  type CallLimits,
  type CallOptions,
  type ClientOptions,
  callLimits,
  callOptionNames,
  clientOptionNames,
  credential,
  type Fetch,
  howToGive,
} from './client-options.ts';
import {
  type AttemptEndEvent,
  type AttemptEvent,
  type ClientHooks,
  notify,
  type Operation,
  surround,
} from './hooks.ts';
import { type AttemptContext, judge, type Reading } from './judge.ts';
import { type OrderReference, orderOf } from './order-reference.ts';
import { redactor } from './redact.ts';
import { type AttemptResult, gatewayError, noTurn, type RetryState, withRetries } from './retry.ts';
import { present, type SignedRequest, signedRequest, type Target } from './signed-request.ts';
import { send } from './transport.ts';

/** An API request before the client signs it. */
export interface Call<T> {
  readonly operation: Operation;
  readonly target: Target;
  /** Name of the key that signs the request. */
  readonly key: KeyName;
  /** Parameters by wire name, without merchant and signature. The client omits undefined and empty values. */
  readonly params: Readonly<Record<string, string | undefined>>;
  /** Names of parameters whose values must not appear in an error. */
  readonly personal?: readonly string[];
  /** True if a repeated request cannot create a second order. */
  readonly idempotent: boolean;
  readonly read: (data: unknown) => Reading<T>;
  /**
   * Query that the client sends before a retry after an unknown outcome. If the query finds the order, the call returns
   * it.
   */
  readonly lookup?: Call<T> | undefined;
}

/** A signed request with the data that all its attempts need. */
interface Prepared<T> extends Pick<Call<T>, 'operation' | 'target' | 'read'> {
  readonly request: SignedRequest;
  /** The order numbers, or an empty object if no hook reads them. */
  readonly order: OrderReference;
  /** Values that must not appear in an error. */
  readonly secrets: readonly string[];
  readonly redact: Mask;
}

/** State that the requests of one call share. */
interface CallState {
  readonly limits: CallLimits;
  readonly signal: AbortSignal | undefined;
  readonly attempts: AttemptEndEvent[];
  /** Time at which the last attempt ended or the call began. */
  idleSince: number;
}

/** Signs a call and sends the same bytes at every attempt. Keeps the keys private. */
export class Caller {
  readonly #roots: Readonly<Record<Target['api'], string | undefined>>;
  readonly #mchId: string;
  readonly #keys: Readonly<Record<KeyName, string | undefined>>;
  readonly #limits: CallLimits;
  readonly #fetch: Fetch | undefined;
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
   * @param build creates the request. If it throws, the call rejects with its error
   * @throws {GatewayError}
   */
  call<T>(
    operation: Operation,
    build: (operation: Operation) => Omit<Call<T>, 'operation'>,
    options: CallOptions = {},
  ): CallPromise<T> {
    const attempts: AttemptEndEvent[] = [];
    // Compute the order on demand, because only a hook reads the order and the search for keys takes time.
    let order = (): OrderReference => ({});
    const run = async () => {
      try {
        checkOptions(operation, options, callOptionNames(operation));
        checkSignal(options.signal);
        const call = { ...build(operation), operation };
        order = () => orderOf(this.#redactKeys, call.params);
        const done = await this.#run(call, options, attempts);
        order = () => orderOf(this.#redactKeys, call.params, done.data);
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
    const { aroundCall } = this.#hooks;
    return callPromise(surround(aroundCall, { operation }, run, end));
  }

  async #run<T>(call: Call<T>, options: CallOptions, attempts: AttemptEndEvent[]): Promise<WithResponse<T>> {
    const request = this.#prepare(call);
    const lookup = call.lookup && this.#prepare(call.lookup, request.secrets);
    const state: CallState = {
      limits: callLimits(options, this.#limits),
      signal: options.signal,
      attempts,
      idleSince: performance.now(),
    };
    const attempt = async (retry: RetryState) => {
      if (lookup !== undefined && retry.outcome === 'unknown') {
        const found = await this.#attempt(lookup, state, retry);
        if (found.ok || found.code !== 'order_not_found') return found;
      }
      return this.#attempt(request, state, retry);
    };
    const { value, status, headers } = await withRetries(attempt, {
      operation: call.operation,
      idempotent: call.idempotent,
      limits: state.limits,
      signal: state.signal,
      attempts: () => attempts.length,
      onRetry: (next) => {
        notify(this.#hooks.beforeRetry, { ...about(request), attempt: attempts.length, ...next });
      },
    });
    return { data: value, response: { status, headers, attempts } };
  }

  /** @param others additional values that must not appear in an error */
  #prepare<T>(call: Call<T>, others: readonly string[] = []): Prepared<T> {
    const { operation, target, read } = call;
    const identity = target.api === 'v3' ? { mchId: this.#mchId } : { api_key: this.#key('mchKey', call) };
    const params = present({ ...identity, ...call.params });
    const signature = sign(params, this.#key(call.key, call));
    const personal = (call.personal ?? []).map((name) => params[name] ?? '');
    const { mchKey = '', mchSecret = '' } = this.#keys;
    const secrets = [mchKey, mchSecret, signature, ...personal, ...others];
    return {
      operation,
      target,
      read,
      order: this.#hooks.aroundAttempt === undefined ? {} : orderOf(this.#redactKeys, call.params),
      request: signedRequest(this.#root(call), target, { ...params, sign: signature }),
      secrets,
      redact: redactor(secrets),
    };
  }

  #key(name: KeyName, call: Call<unknown>): string {
    return this.#keys[name] ?? missing(call, name);
  }

  #root(call: Call<unknown>): string {
    return this.#roots[call.target.api] ?? missing(call, 'legacyBaseUrl');
  }

  /** Waits for its turn under the rate limit, sends the request once, and notifies the observers. */
  async #attempt<T>(call: Prepared<T>, state: CallState, { endsAt }: RetryState): Promise<AttemptResult<T>> {
    const { limits, signal } = state;
    const pacer = call.target.api === 'v3' ? this.#pacer : undefined;
    const endTurn = await pacer?.turn(endsAt - performance.now(), signal);
    const timeLeft = endsAt - performance.now();
    if (signal?.aborted || timeLeft <= 0 || (pacer !== undefined && endTurn === undefined)) {
      endTurn?.();
      return noTurn(call.operation, limits.deadline, signal);
    }
    const startedAt = performance.now();
    const attempt = state.attempts.length + 1;
    const event: AttemptEvent = { ...about(call), attempt, delay: startedAt - state.idleSince };
    notify(this.#hooks.beforeAttempt, event);
    const send = () => this.#send(call, state, event, timeLeft);
    const ended = await surround(
      this.#hooks.aroundAttempt,
      { ...event, order: call.order },
      send,
      (settled) => (settled.status === 'fulfilled' ? settled.value.event : undefined),
    ).finally(endTurn);
    state.attempts.push(ended.event);
    state.idleSince = performance.now();
    notify(this.#hooks.afterAttempt, ended.event);
    return ended.result;
  }

  async #send<T>(
    call: Prepared<T>,
    { limits, signal }: CallState,
    event: AttemptEvent,
    timeLeft: number,
  ): Promise<{ readonly event: AttemptEndEvent; readonly result: AttemptResult<T> }> {
    const startedAt = performance.now();
    const timeout = Math.min(limits.timeout, timeLeft);
    const context: AttemptContext<T> = {
      ...call,
      limit:
        timeLeft <= limits.timeout
          ? { name: 'deadline', ms: limits.deadline }
          : { name: 'timeout', ms: limits.timeout },
    };
    const { received, result } = await send(call.request, { timeout, signal, fetch: this.#fetch })
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

function missing(call: Call<unknown>, name: KeyName | 'legacyBaseUrl'): never {
  throw new ConfigurationError(`${call.operation} needs ${name}: ${howToGive(name)}`);
}

function about({ operation, request: { method, url } }: Prepared<unknown>) {
  return { operation, method, url: url.replace(/\?.*/s, '') };
}
