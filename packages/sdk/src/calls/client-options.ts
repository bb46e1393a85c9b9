import { checkLength, checkNoOuterSpace, checkObject, integer, isSignable } from '../checks/options.ts';
import { ConfigurationError } from '../errors/configuration-error.ts';
import type { ClientHooks } from './hooks.ts';

/** How a client is set up. */
export interface ClientOptions {
  /** The root of the v3 API, such as `https://gateway.example/v3`. */
  readonly baseUrl: string;
  /** The root of the legacy v1 API; payment links need it. */
  readonly legacyBaseUrl?: string | undefined;
  /** The Merchant ID. It and the keys are taken exactly as they are: white space around them is refused. */
  readonly mchId: string;
  /** The API Key: signs pay-ins, identifies the merchant for payment links. */
  readonly mchKey?: string | undefined;
  /** The API Secret: signs payouts, the balance and payment links. */
  readonly mchSecret?: string | undefined;
  /** Milliseconds for one attempt, from the connection to the last byte of the body. Default 10,000. */
  readonly timeout?: number | undefined;
  /** Milliseconds for the whole call, all attempts and waits. Default 60,000. */
  readonly deadline?: number | undefined;
  /** Attempts after the first one. Default 2; 0 switches retries off. */
  readonly maxRetries?: number | undefined;
  /**
   * The longest wait before the first retry, in milliseconds: a random part of it is waited. It doubles with each retry,
   * to 8,000 or itself at most. Default 500; 0 retries at once, which is for tests.
   */
  readonly backoff?: number | undefined;
  /** The longest `Retry-After` that is waited for, in milliseconds; a longer one fails at once. Default 30,000. */
  readonly maxRetryAfter?: number | undefined;
  /**
   * Keeps the v3 requests of this client, retries included, to so many a minute; those beyond wait their turn, within
   * their deadline. Off by default. The gateway's limit is 120 for each merchant and IP address (spec: Limits), so
   * where several processes share an address, each takes its part.
   */
  readonly requestsPerMinute?: number | undefined;
  /** Sends the requests instead of the global `fetch`. */
  readonly fetch?: Fetch | undefined;
  /** Told of every attempt and every retry. */
  readonly hooks?: ClientHooks | undefined;
}

/** The global `fetch`, or anything that answers a Request. */
export type Fetch = (request: Request) => Promise<Response>;

/** What one call may set differently from its client. */
export interface CallOptions {
  /** Ends the call at any moment, also while it waits to retry or for its turn. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds for one attempt. */
  readonly timeout?: number | undefined;
  /** Milliseconds for the whole call. */
  readonly deadline?: number | undefined;
  /** Attempts after the first one. */
  readonly maxRetries?: number | undefined;
}

/** The limits of one call; all but `maxRetries` in milliseconds. */
export interface CallLimits {
  readonly timeout: number;
  readonly deadline: number;
  readonly maxRetries: number;
  readonly backoff: number;
  readonly maxRetryAfter: number;
}

const defaults: CallLimits = {
  timeout: 10_000,
  deadline: 60_000,
  maxRetries: 2,
  backoff: 500,
  maxRetryAfter: 30_000,
};

/**
 * The limits of the client, or of one call of it.
 *
 * @throws {ConfigurationError} for a value that cannot work; 0 is a value like any other, never "use the default"
 */
export function callLimits(
  options: Partial<Record<keyof CallLimits, number | undefined>>,
  base: CallLimits = defaults,
): CallLimits {
  return {
    timeout: integer('timeout', options.timeout, { fallback: base.timeout, min: 1 }),
    deadline: integer('deadline', options.deadline, { fallback: base.deadline, min: 1 }),
    maxRetries: integer('maxRetries', options.maxRetries, { fallback: base.maxRetries, min: 0 }),
    backoff: integer('backoff', options.backoff, { fallback: base.backoff, min: 0 }),
    maxRetryAfter: integer('maxRetryAfter', options.maxRetryAfter, { fallback: base.maxRetryAfter, min: 0 }),
  };
}

/**
 * A base URL without its trailing slash.
 *
 * @throws {ConfigurationError} unless it is an absolute http or https URL without user info, query and fragment
 */
export function baseUrl(name: string, value: unknown): string {
  const url = typeof value === 'string' && URL.canParse(value) ? new URL(value) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new ConfigurationError(`${name} must be an absolute http or https URL`);
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new ConfigurationError(`${name} must not have user info, a query or a fragment`);
  }
  let { href } = url;
  while (href.endsWith('/')) href = href.slice(0, -1);
  return href;
}

/** @throws {ConfigurationError} unless it is a text with something in it, which can be signed */
function required(name: string, value: unknown): string {
  if (value === undefined || value === '') {
    const option = optionOf(name);
    throw new ConfigurationError(`${name} is missing${option === undefined ? '' : `: ${howToGive(option)}`}`);
  }
  if (!isSignable(value)) throw new ConfigurationError(`${name} must be text`);
  return value;
}

/**
 * A Merchant ID or key as it is given.
 *
 * @throws {ConfigurationError} unless it is a text that can be signed, with no white space around it
 */
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

/** How an option is given, for messages. */
export function howToGive(name: Setting): string {
  return `set the option ${name}, or ${environment[name]} for GatewayClient.fromEnv()`;
}

/** The option that goes by this name, as one or in the environment. */
function optionOf(name: string): Setting | undefined {
  return Object.keys(environment).find((setting): setting is Setting => {
    return setting === name || environment[setting as Setting] === name;
  });
}

/**
 * Options from the environment, with those that are given before what it says. An empty variable counts as absent.
 *
 * @throws {ConfigurationError} that names a missing variable
 */
export function environmentOptions(
  env: Readonly<Record<string, string | undefined>>,
  given: Partial<ClientOptions>,
): ClientOptions {
  checkObject('the options of GatewayClient.fromEnv', given);
  const read = (name: Setting) => given[name] ?? (env[environment[name]] || undefined);
  return {
    ...given,
    baseUrl: required(environment.baseUrl, read('baseUrl')),
    legacyBaseUrl: read('legacyBaseUrl'),
    mchId: required(environment.mchId, read('mchId')),
    mchKey: read('mchKey'),
    mchSecret: read('mchSecret'),
  };
}
