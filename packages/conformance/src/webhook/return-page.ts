import { invalidOption } from '../findings/check-error.ts';
import { bytesOf } from '../http/bytes.ts';

const placeholder = '{mchOrderNo}';
/** Maximum number of bytes of a page that the check reads. */
const longestPage = 1_000_000;
/** Timeout of a page in milliseconds. */
const pageTimeoutMs = 10_000;

export interface Visit {
  /** HTTP status, or null if no response arrived. */
  readonly status: number | null;
  readonly durationMs: number;
}

/**
 * Returns the URL of the return page for an order.
 *
 * @throws {CheckError} `invalid_option` for a URL without the placeholder
 */
export function returnPageOf(returnUrl: string, mchOrderNo: string): URL {
  const text = returnUrl.replaceAll(placeholder, encodeURIComponent(mchOrderNo));
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || !returnUrl.includes(placeholder)) {
    invalidOption(
      `returnUrl must be an http or https URL that contains ${placeholder}, for example https://shop.example/return?order=${placeholder}`,
    );
  }
  return url;
}

/** Opens the page and follows redirects, like a browser. */
export async function visit(url: URL, signal: AbortSignal): Promise<Visit> {
  const startedAt = performance.now();
  const limited = AbortSignal.any([signal, AbortSignal.timeout(pageTimeoutMs)]);
  const ended = (status: number | null) => ({
    status,
    durationMs: Math.round(performance.now() - startedAt),
  });
  try {
    const response = await fetch(url, { headers: { accept: 'text/html' }, signal: limited });
    await bytesOf(response.body, longestPage);
    return ended(response.status);
  } catch {
    signal.throwIfAborted();
    return ended(null);
  }
}
