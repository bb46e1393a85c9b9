import type { DeliveryResult } from './sender.ts';

/** What a callback is about; `test` is the panel's "Test endpoint" (spec: Delivery rules 6). */
export type CallbackKind = 'payin' | 'payout' | 'link' | 'test';

/** Whether an answer counts as received, and in words why not, or what is odd about one that does. */
export interface Acknowledgement {
  readonly ok: boolean;
  readonly reason: string | null;
}

const byteOrderMark = '\uFEFF';

/**
 * Delivered means: status exactly 200 and a body that contains `success`, case-sensitive (spec: Delivery rules 1 and
 * 2; reading: Callbacks). A legacy webhook asks for any 2xx (spec: Legacy webhook).
 */
export function acknowledgementOf(kind: CallbackKind, result: DeliveryResult): Acknowledgement {
  if (result.failure !== null) return { ok: false, reason: failureInWords(result) };
  const status = result.status ?? 0;
  if (kind === 'link')
    return isSuccessful(status) ? accepted : { ok: false, reason: statusInWords(status, result) };
  if (status !== 200) return { ok: false, reason: statusInWords(status, result) };
  return bodyAcknowledgement(bodyText(result.body) ?? '');
}

/** The answer as text; a byte order mark stays, as it is one of the things that go wrong. */
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
    return { ok: true, reason: 'accepted, but the body is an HTML page that happens to say success' };
  return accepted;
}

function bodyInWords(text: string): string {
  if (text.trim() === '') return 'status 200, but the body is empty; it has to contain success';
  if (/success/i.test(text)) return 'the body says success in other letters (SUCCESS?); case counts';
  if (isHtml(text)) return 'the body is an HTML page; answer the plain text success';
  if (text.startsWith('\u001F\uFFFD')) return 'the body is compressed, though it was asked for as it is';
  return 'status 200, but the body does not contain success';
}

function isHtml(text: string): boolean {
  return /^\uFEFF?\s*<(?:!doctype\s+html|html|head|body)\b/i.test(text);
}

function statusInWords(status: number, { redirectHost }: DeliveryResult): string {
  if (status >= 300 && status < 400) {
    const where = redirectHost === null ? '' : ` to ${redirectHost}`;
    return `status ${status}, a redirect${where}; redirects are not followed`;
  }
  if (isSuccessful(status)) return `status ${status}; only 200 counts`;
  const words = statusWords[status];
  return words === undefined ? `status ${status}` : `status ${status}; ${words}`;
}

/** What a receiver's framework answers before the receiver has a say, or what a receiver says when it refuses. */
const statusWords: Readonly<Record<number, string>> = {
  401: 'the receiver refuses it: a wrong signature, or a log-in that stands in the way',
  403: 'the receiver refuses it: a wrong signature, or a CSRF check or firewall that stands in the way',
  404: 'nothing is served at that path',
  405: 'the path takes no POST',
  415: 'the receiver does not read this content type',
  419: 'a CSRF check stands in the way',
};

function failureInWords({ failure, detail, status }: DeliveryResult): string {
  switch (failure) {
    case 'timeout': {
      const begun = status === null ? 'no answer' : `status ${status}, but no complete answer`;
      return `${begun} within ${detail ?? 'the time'}`;
    }
    case 'aborted':
      return 'broken off by the gateway';
    default:
      return status === null
        ? connectionInWords(detail ?? 'unknown')
        : `status ${status}, but the answer broke off`;
  }
}

const connectionWords: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused; nothing listens there',
  ECONNRESET: 'the connection was reset',
  EPIPE: 'the connection was reset',
  ENOTFOUND: 'the host name is not known',
  EAI_AGAIN: 'the host name could not be looked up',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the host cannot be reached',
  ETIMEDOUT: 'the connection timed out',
};

function connectionInWords(detail: string): string {
  const words = connectionWords[detail];
  if (words !== undefined) return words;
  if (/CERT|TLS|SSL|EPROTO|UNABLE_TO_VERIFY/.test(detail)) return `TLS failed (${detail})`;
  if (detail.startsWith('HPE_')) return `the answer is not HTTP (${detail})`;
  return `the connection failed (${detail})`;
}

function isSuccessful(status: number): boolean {
  return status >= 200 && status < 300;
}
