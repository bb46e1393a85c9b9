import { failureInJson } from '@inrgate/sdk/internal';
import type { DeliveryResult } from './sender.ts';

/** Kind of a callback. `test` is a test callback from the merchant dashboard (spec: Delivery rules 6). */
export type CallbackKind = 'payin' | 'payout' | 'link' | 'test';

/**
 * The verdict on a receiver's response, with the reason for a rejection, or a note about an unusual but accepted
 * response.
 */
export interface Acknowledgement {
  readonly ok: boolean;
  readonly reason: string | null;
}

const byteOrderMark = '\uFEFF';

/**
 * Judges the response of a receiver. Delivered means exactly status 200 and a body that contains `success`,
 * case-sensitive (spec: Delivery rules 1 and 2). A legacy webhook accepts any 2xx (spec: Legacy webhook).
 */
export function acknowledgementOf(kind: CallbackKind, result: DeliveryResult): Acknowledgement {
  if (result.failure !== null) return { ok: false, reason: failureInWords(result) };
  const status = result.status ?? 0;
  if (kind === 'link')
    return isSuccessful(status) ? accepted : { ok: false, reason: statusInWords(status, result) };
  if (status !== 200) return { ok: false, reason: statusInWords(status, result) };
  return bodyAcknowledgement(bodyText(result.body) ?? '');
}

/** Decodes the response. Keeps a byte order mark, because this mark is a common mistake. */
export function bodyText(body: Uint8Array | null): string | null {
  return body === null ? null : new TextDecoder('utf-8', { ignoreBOM: true }).decode(body);
}

const accepted: Acknowledgement = { ok: true, reason: null };

function bodyAcknowledgement(text: string): Acknowledgement {
  if (!text.includes('success')) return { ok: false, reason: bodyInWords(text) };
  if (text.startsWith(byteOrderMark)) {
    return { ok: true, reason: 'accepted, but the body begins with a byte order mark (BOM)' };
  }
  if (isHtml(text))
    return { ok: true, reason: 'accepted, but the body is an HTML page that happens to contain success' };
  const failure = failureInJson(text);
  return failure === null
    ? accepted
    : { ok: true, reason: `accepted, but the JSON body reports a failure (${failure})` };
}

function bodyInWords(text: string): string {
  if (text.trim() === '') return 'status 200, but the body is empty; it must contain success';
  if (/success/i.test(text))
    return 'the body contains success in upper or mixed case; return success in lower case';
  if (isHtml(text)) return 'the body is an HTML page; return the plain text success';
  if (text.startsWith('\u001F\uFFFD'))
    return 'the body is compressed, although the gateway requested it uncompressed';
  return 'status 200, but the body does not contain success';
}

function isHtml(text: string): boolean {
  return /^\uFEFF?\s*<(?:!doctype\s+html|html|head|body)\b/i.test(text);
}

function statusInWords(status: number, { redirectHost }: DeliveryResult): string {
  if (status >= 300 && status < 400) {
    const where = redirectHost === null ? '' : ` to ${redirectHost}`;
    return `status ${status}, a redirect${where}, which the gateway does not follow`;
  }
  if (isSuccessful(status)) return `status ${status}; only status 200 acknowledges a callback`;
  const words = statusWords[status];
  return words === undefined ? `status ${status}` : `status ${status}; ${words}`;
}

/** Explanations of statuses that a receiver or its framework returns. */
const statusWords: Readonly<Record<number, string>> = {
  401: 'the receiver rejects the callback because of a wrong signature or a required login',
  403: 'the receiver rejects the callback because of a wrong signature, a CSRF check or a firewall',
  404: 'the path does not exist, or the server does not know the order',
  405: 'the path does not accept POST',
  415: 'the receiver does not accept this content type',
  419: 'a CSRF check blocks the callback',
};

function failureInWords({ failure, detail, status }: DeliveryResult): string {
  switch (failure) {
    case 'timeout': {
      const begun = status === null ? 'no response' : `status ${status}, but no complete response`;
      return `${begun} within ${detail ?? 'the timeout'}`;
    }
    case 'aborted':
      return 'cancelled by the gateway';
    default:
      return status === null
        ? connectionInWords(detail ?? 'unknown')
        : `status ${status}, but the connection broke before the end of the response`;
  }
}

const connectionWords: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused; no server listens at this host and port',
  ECONNRESET: 'the connection was reset',
  EPIPE: 'the connection was reset',
  ENOTFOUND: 'the host name does not exist in the DNS',
  EAI_AGAIN: 'the DNS lookup of the host name failed',
  EHOSTUNREACH: 'the host is unreachable',
  ENETUNREACH: 'the host is unreachable',
  ETIMEDOUT: 'the connection timed out',
};

function connectionInWords(detail: string): string {
  const words = connectionWords[detail];
  if (words !== undefined) return words;
  if (/CERT|TLS|SSL|EPROTO|UNABLE_TO_VERIFY/.test(detail)) return `TLS failed (${detail})`;
  if (detail.startsWith('HPE_')) return `the response is not HTTP (${detail})`;
  return `the connection failed (${detail})`;
}

function isSuccessful(status: number): boolean {
  return status >= 200 && status < 300;
}
