import type { KeyName } from '../protocol/routes.ts';
import { sign } from '../protocol/signature.ts';
import { ConfigurationError } from './errors/configuration-error.ts';
import { type AttemptEvent, type ClientHooks, notify, type Operation } from './hooks.ts';
import { judge, type Reading } from './judge.ts';
import {
  baseUrl,
  type CallLimits,
  type CallOptions,
  type ClientOptions,
  callLimits,
  type Fetch,
  required,
} from './options.ts';
import { type Redact, redactor } from './redact.ts';
import { type AttemptResult, withRetries } from './retry.ts';
import { send, type WireRequest } from './transport.ts';
import { present, type Target, wireRequest } from './wire.ts';

/** One call of the API, before it is signed. */
export interface Call<T> {
  readonly operation: Operation;
  readonly target: Target;
  /** The key that signs. */
  readonly key: KeyName;
  /** The parameters by their wire names, without merchant and signature; undefined and '' are left out. */
  readonly params: Readonly<Record<string, string | undefined>>;
  /** The names among them whose values must not be in an error. */
  readonly personal?: readonly string[];
  /** Whether a repeat cannot create a second order. */
  readonly idempotent: boolean;
  readonly read: (data: unknown) => Reading<T>;
}

/** A call with all that its attempts need. */
interface Prepared<T> extends Call<T> {
  readonly request: WireRequest;
  readonly limits: CallLimits;
  readonly signal: AbortSignal | undefined;
  readonly redact: Redact;
}

/** Signs a call and sees it through: one request, the same bytes at every attempt. Keeps the keys to itself. */
export class Caller {
  readonly #roots: Readonly<Record<Target['api'], string | undefined>>;
  readonly #mchId: string;
  readonly #keys: Readonly<Record<KeyName, string | undefined>>;
  readonly #limits: CallLimits;
  readonly #fetch: Fetch | undefined;
  readonly #hooks: ClientHooks;

  /** @throws {ConfigurationError} */
  constructor(options: ClientOptions) {
    const { legacyBaseUrl, mchKey, mchSecret } = options;
    this.#roots = {
      v3: baseUrl('baseUrl', options.baseUrl),
      v1: legacyBaseUrl === undefined ? undefined : baseUrl('legacyBaseUrl', legacyBaseUrl),
    };
    this.#mchId = required('mchId', options.mchId);
    this.#keys = {
      mchKey: mchKey === undefined ? undefined : required('mchKey', mchKey),
      mchSecret: mchSecret === undefined ? undefined : required('mchSecret', mchSecret),
    };
    this.#limits = callLimits(options);
    this.#fetch = options.fetch;
    this.#hooks = options.hooks ?? {};
  }

  /**
   * Makes the call, with retries.
   *
   * @throws {GatewayError}
   */
  async call<T>(call: Call<T>, options: CallOptions = {}): Promise<T> {
    const prepared = this.#prepare(call, options);
    return withRetries((number, timeLeft) => this.#attempt(prepared, number, timeLeft), {
      ...prepared,
      onRetry: (attempt, next) => {
        notify(this.#hooks.beforeRetry, { ...attemptEvent(prepared, attempt), ...next });
      },
    });
  }

  #prepare<T>(call: Call<T>, options: CallOptions): Prepared<T> {
    const identity =
      call.target.api === 'v3' ? { mchId: this.#mchId } : { api_key: this.#key('mchKey', call) };
    const params = present({ ...identity, ...call.params });
    const signature = sign(params, this.#key(call.key, call));
    const personal = (call.personal ?? []).map((name) => params[name] ?? '');
    const { mchKey = '', mchSecret = '' } = this.#keys;
    return {
      ...call,
      request: wireRequest(this.#root(call), call.target, { ...params, sign: signature }),
      limits: callLimits(options, this.#limits),
      signal: options.signal,
      redact: redactor([mchKey, mchSecret, signature, ...personal]),
    };
  }

  #key(name: KeyName, call: Call<unknown>): string {
    return this.#keys[name] ?? missing(call, name);
  }

  #root(call: Call<unknown>): string {
    return this.#roots[call.target.api] ?? missing(call, 'legacyBaseUrl');
  }

  async #attempt<T>(prepared: Prepared<T>, number: number, timeLeft: number): Promise<AttemptResult<T>> {
    const { request, limits, signal } = prepared;
    const event = attemptEvent(prepared, number);
    notify(this.#hooks.beforeAttempt, event);
    const startedAt = performance.now();
    const received = await send(request, {
      timeout: Math.min(limits.timeout, timeLeft),
      signal,
      fetch: this.#fetch,
    });
    const result = judge(received, {
      ...prepared,
      limit:
        timeLeft <= limits.timeout
          ? { name: 'deadline', ms: limits.deadline }
          : { name: 'timeout', ms: limits.timeout },
    });
    notify(this.#hooks.afterAttempt, {
      ...event,
      duration: performance.now() - startedAt,
      status: 'status' in received ? received.status : undefined,
      outcome: result.ok ? 'ok' : result.outcome,
      code: result.ok ? undefined : result.code,
    });
    return result;
  }
}

function missing(call: Call<unknown>, name: string): never {
  throw new ConfigurationError(`${call.operation} needs ${name}`);
}

function attemptEvent(call: Prepared<unknown>, attempt: number): AttemptEvent {
  const { method, url } = call.request;
  return { operation: call.operation, attempt, method, url: url.replace(/\?.*/s, '') };
}
