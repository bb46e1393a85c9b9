import { CheckError, type CheckErrorCode } from '../findings/check-error.ts';
import { bytesOf } from '../http/bytes.ts';

/** Timeout in milliseconds of a request to a URL of the shop. */
const shopTimeoutMs = 10_000;
/** Maximum number of bytes of a response. `{"count":1,"amount":"500.00"}` contains 30 bytes. */
const longestResponse = 4_096;

interface ShopRequest {
  /** Beginning of every error message: `the probe`. */
  readonly what: string;
  readonly code: CheckErrorCode;
  /** The expected response, the end of every error message. */
  readonly expected: string;
  readonly signal: AbortSignal;
  /** JSON body of a POST. Without a body, the request is a GET. */
  readonly body?: object;
}

/**
 * Returns the JSON from a URL of the shop, or undefined if the response has no body.
 *
 * @throws {CheckError} for a missing response, another status or invalid JSON
 */
export async function shopJson(url: URL, request: ShopRequest): Promise<unknown> {
  const { what, code, expected } = request;
  const { status, text } = await responseOf(url, request);
  if (status < 200 || status > 299) {
    throw new CheckError(code, `${what} returns status ${status}: ${expected}`);
  }
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new CheckError(code, `${what} does not return JSON: ${expected}`, { cause });
  }
}

async function responseOf(
  url: URL,
  { what, code, signal, body }: ShopRequest,
): Promise<{ status: number; text: string }> {
  const time = AbortSignal.timeout(shopTimeoutMs);
  const limited = AbortSignal.any([signal, time]);
  const sent =
    body === undefined
      ? { headers: { accept: 'application/json' } }
      : {
          method: 'POST',
          headers: { accept: 'application/json', 'content-type': 'application/json' },
          body: JSON.stringify(body),
        };
  try {
    const response = await fetch(url, { ...sent, redirect: 'manual', signal: limited });
    const { bytes } = await bytesOf(response.body, longestResponse);
    return { status: response.status, text: new TextDecoder().decode(bytes) };
  } catch (cause) {
    signal.throwIfAborted();
    const within = time.aborted ? ` within ${shopTimeoutMs / 1_000} s` : '';
    throw new CheckError(code, `${what} does not respond${within}`, { cause });
  }
}
