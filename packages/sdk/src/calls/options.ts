import { ConfigurationError } from '../errors/errors.ts';
import {
  checkLength,
  checkNoOuterSpace,
  checkOptions,
  integer,
  isSignable,
  type OptionNames,
} from '../options/options.ts';
import type { ClientHooks } from './hooks.ts';

export interface ClientOptions {
  /** Root URL of the v3 API, for example `https://gateway.example/v3`. */
  readonly baseUrl: string;
  /** Root URL of the legacy v1 API. Payment links require it. */
  readonly legacyBaseUrl?: string | undefined;
  /** The Merchant ID. The client rejects white space around the Merchant ID and around each key. */
  readonly mchId: string;
  /** The API Key. It signs pay-ins, and identifies the merchant for payment links. */
  readonly mchKey?: string | undefined;
  /** The API Secret. It signs payouts, the balance and payment links. */
  readonly mchSecret?: string | undefined;
  /**
   * Maximum duration of one attempt in milliseconds, from the connection to the last byte of the body. Default 10,000.
   */
  readonly timeout?: number | undefined;
  /** Maximum duration of the whole call in milliseconds, including all attempts and waits. Default 60,000. */
  readonly deadline?: number | undefined;
  /** Maximum number of retries after the first attempt. Default 2. The value 0 disables retries. */
  readonly maxRetries?: number | undefined;
  /**
   * Longest wait before the first retry, in milliseconds. The actual wait is random. Each retry doubles the longest
   * wait, up to 8,000 ms, or up to this value if it is larger. Default 500. The value 0 retries immediately, for tests.
   */
  readonly backoff?: number | undefined;
  /**
   * Longest `Retry-After` that the client accepts, in milliseconds. A call with a longer `Retry-After` fails
   * immediately. Default 30,000.
   */
  readonly maxRetryAfter?: number | undefined;
  /**
   * Maximum number of v3 requests that this client sends per minute, including retries. Further requests wait, at most
   * until their deadline. No limit by default. The gateway allows 120 requests for each merchant and IP address (spec:
   * Limits). Processes with the same IP address must divide this limit among them.
   */
  readonly requestsPerMinute?: number | undefined;
  readonly fetch?: Fetch | undefined;
  /** Functions that the client calls before and after each attempt, and before each retry. */
  readonly hooks?: ClientHooks | undefined;
}

export const clientOptionNames: OptionNames<ClientOptions> = {
  ...{ baseUrl: true, legacyBaseUrl: true, mchId: true, mchKey: true, mchSecret: true },
  ...{ timeout: true, deadline: true, maxRetries: true, backoff: true, maxRetryAfter: true },
  ...{ requestsPerMinute: true, fetch: true, hooks: true },
};

/** The type of the global `fetch`, or of a function that returns a Response for a Request. */
export type Fetch = (request: Request) => Promise<Response>;

/** Options of one call. They override the client's options. */
export interface CallOptions {
  /** Aborts the call at any time, also during a wait for a retry or for the request rate. */
  readonly signal?: AbortSignal | undefined;
  /** Maximum duration of one attempt in milliseconds. */
  readonly timeout?: number | undefined;
  /** Maximum duration of the whole call in milliseconds. */
  readonly deadline?: number | undefined;
  /** Maximum number of retries after the first attempt. */
  readonly maxRetries?: number | undefined;
}

/** The names of the options of a call. Only `payouts.create` has `onUnknown`. */
export function callOptionNames(hasOnUnknown: boolean): OptionNames<CallOptions> {
  const names = { signal: true, timeout: true, deadline: true, maxRetries: true } as const;
  return hasOnUnknown ? { ...names, ...{ onUnknown: true } } : names;
}

const defaults = { timeout: 10_000, deadline: 60_000, maxRetries: 2, backoff: 500, maxRetryAfter: 30_000 };

/** Limits of one call. All limits except `maxRetries` are in milliseconds. */
export type CallLimits = Readonly<typeof defaults>;

/** The value 0 does not select the default. @throws {ConfigurationError} */
export function callLimits(
  options: Partial<Record<keyof CallLimits, number | undefined>>,
  base: CallLimits = defaults,
): CallLimits {
  const limit = (name: keyof CallLimits, min: number) =>
    integer(name, options[name], { fallback: base[name], min });
  return {
    timeout: limit('timeout', 1),
    deadline: limit('deadline', 1),
    maxRetries: limit('maxRetries', 0),
    backoff: limit('backoff', 0),
    maxRetryAfter: limit('maxRetryAfter', 0),
  };
}

/** Returns the URL without its trailing slash. @throws {ConfigurationError} */
export function baseUrl(name: string, value: unknown): string {
  const url = typeof value === 'string' && URL.canParse(value) ? new URL(value) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol)) {
    throw new ConfigurationError(`${name} must be an absolute http or https URL`);
  }
  if (`${url.username}${url.password}${url.search}${url.hash}` !== '') {
    throw new ConfigurationError(`${name} must not contain user info, a query or a fragment`);
  }
  let { href } = url;
  while (href.endsWith('/')) href = href.slice(0, -1);
  return href;
}

/** @throws {ConfigurationError} unless the value is a non-empty string of valid Unicode */
function required(setting: Setting, value: unknown, name: string = setting): string {
  if (value === undefined || value === '') {
    throw new ConfigurationError(`${name} is missing: ${howToGive(setting)}`);
  }
  if (!isSignable(value)) throw new ConfigurationError(`${name} must be a string of valid Unicode`);
  return value;
}

/** @throws {ConfigurationError} unless the value is valid Unicode without white space around it */
export function credential(name: Setting, value: unknown): string {
  const text = required(name, value);
  checkLength(name, text);
  checkNoOuterSpace(name, text);
  return text;
}

const environment = {
  baseUrl: 'INRGATE_BASE_URL',
  legacyBaseUrl: 'INRGATE_LEGACY_BASE_URL',
  mchId: 'INRGATE_MCH_ID',
  mchKey: 'INRGATE_MCH_KEY',
  mchSecret: 'INRGATE_MCH_SECRET',
} as const;

type Setting = keyof typeof environment;

export function howToGive(name: Setting): string {
  return `set the option ${name}, or ${environment[name]} for GatewayClient.fromEnv()`;
}

/** An empty variable counts as absent. @throws {ConfigurationError} with the name of a missing variable */
export function environmentOptions(
  env: Readonly<Record<string, string | undefined>>,
  given: Partial<ClientOptions>,
): ClientOptions {
  checkOptions('GatewayClient.fromEnv', given, clientOptionNames);
  const read = (name: Setting) => given[name] ?? (env[environment[name]] || undefined);
  return {
    ...given,
    baseUrl: required('baseUrl', read('baseUrl'), environment.baseUrl),
    legacyBaseUrl: read('legacyBaseUrl'),
    mchId: required('mchId', read('mchId'), environment.mchId),
    mchKey: read('mchKey'),
    mchSecret: read('mchSecret'),
  };
}
