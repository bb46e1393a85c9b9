import { CheckError } from '../findings/check-error.ts';
import { bytesOf } from '../http/bytes.ts';
import type { SeenRequest } from '../traffic/exchange.ts';
import type { GatewaySetup } from './options.ts';

export interface Outgoing extends Pick<SeenRequest, 'method' | 'path' | 'query' | 'headers'> {
  readonly api: 'v3' | 'v1';
  readonly body: Uint8Array<ArrayBuffer>;
}

export interface Incoming {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Uint8Array<ArrayBuffer>;
}

/** Maximum number of bytes of a response. Typical responses of this API have less than a hundredth of this length. */
const longestAnswer = 1_048_576;

/**
 * Sends one request and reads its whole response.
 *
 * @throws {CheckError} `unreachable`, `redirected`, or `not_a_gateway` for an endless response
 */
export async function exchanged(outgoing: Outgoing, setup: GatewaySetup): Promise<Incoming> {
  const { api, method, path, query, headers, body } = outgoing;
  const root = api === 'v3' ? setup.baseUrl : (setup.legacyBaseUrl ?? '');
  const timeout = AbortSignal.timeout(setup.timeoutMs);
  const response = await answered(setup, timeout, () =>
    setup.fetch(`${root}${path}${query === '' ? '' : `?${query}`}`, {
      method,
      redirect: 'manual',
      signal: AbortSignal.any([setup.signal, timeout]),
      // Accept no compression, because a few bytes of gzip can expand to gigabytes.
      headers: [
        ['accept-encoding', 'identity'],
        ...headers.map(([name, value]): [string, string] => [name, value]),
      ],
      ...(method !== 'GET' && method !== 'HEAD' && { body }),
    }),
  );
  refuseRedirect(response);
  return {
    status: response.status,
    headers: response.headers,
    body: await answered(setup, timeout, () => bodyOf(response)),
  };
}

async function answered<T>(setup: GatewaySetup, timeout: AbortSignal, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    setup.signal.throwIfAborted();
    if (cause instanceof CheckError) throw cause;
    const reason = timeout.aborted
      ? `no complete response within ${setup.timeoutMs / 1_000} s`
      : codeOf(cause);
    throw new CheckError('unreachable', `the gateway does not respond: ${reason}`, { cause });
  }
}

/** Returns the error code, for example `ECONNREFUSED`, from the cause of fetch's error. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'the connection failed';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return error.cause === undefined ? 'the connection failed' : codeOf(error.cause);
}

function refuseRedirect({ status, headers }: Response): void {
  if (status < 300 || status > 399) return;
  const to = headers.get('location') ?? '';
  // Show only the host, because the rest of the URL can contain secrets.
  const host = URL.canParse(to) ? ` to ${new URL(to).host}` : '';
  throw new CheckError(
    'redirected',
    `the gateway returns a redirect${host} (status ${status}), which the check does not follow; use the base URL of the target`,
  );
}

async function bodyOf(response: Response): Promise<Uint8Array<ArrayBuffer>> {
  const { bytes, isWhole } = await bytesOf(response.body, longestAnswer);
  if (isWhole) return new Uint8Array(bytes);
  throw new CheckError(
    'not_a_gateway',
    'a response is larger than 1 MB, so this server is not a gateway with this API',
  );
}
