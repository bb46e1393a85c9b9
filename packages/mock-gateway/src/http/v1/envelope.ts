import { v1Errors } from '@inrgate/sdk/protocol';
import type { WireResponse } from '../../wire/exchange.ts';
import { jsonResponse } from '../../wire/respond.ts';
import type { V1Refusal } from './refusal.ts';

/** spec: Legacy payment link, Envelope. */
export function succeed(data: object): WireResponse {
  return jsonResponse(200, { ok: true, data });
}

export function refuse({ status, code, message }: V1Refusal, allow: string | null): WireResponse {
  const headers: Record<string, string> = status === 405 && allow !== null ? { allow } : {};
  return jsonResponse(status, { ok: false, error: code, message }, headers);
}

/** v1 has no code for a defect of the gateway, so v3's stands in. */
export function fail(): WireResponse {
  return jsonResponse(500, { ok: false, error: 'server_error', message: 'Service failure.' });
}

/** An injected status: with the error asked for, else the first of the table with that status. */
export function answerStatus(status: number, error?: string): WireResponse {
  const code = error ?? v1Errors.find((info) => info.status === status)?.code ?? 'server_error';
  return jsonResponse(status, { ok: false, error: code, message: 'Injected by a fault.' });
}
