import type { V1Refusal } from '@inrgate/sdk/internal';
import { v1Errors } from '@inrgate/sdk/protocol';
import type { WireResponse } from '../core/exchange.ts';
import { jsonResponse } from '../core/respond.ts';

/** spec: Legacy payment link, Envelope. */
export function succeed(data: object): WireResponse {
  return jsonResponse(200, { ok: true, data });
}

export function refuse({ status, code, message }: V1Refusal, allow: string | null): WireResponse {
  const headers: Record<string, string> = status === 405 && allow !== null ? { allow } : {};
  return jsonResponse(status, { ok: false, error: code, message }, headers);
}

/** Response with an injected status. The default error code is the first code of the error table with this status. */
export function answerStatus(status: number, error?: string): WireResponse {
  const code = error ?? v1Errors.find((info) => info.status === status)?.code ?? 'server_error';
  return jsonResponse(status, { ok: false, error: code, message: 'Injected by a fault.' });
}
