import type { V3Refusal } from '@inrgate/sdk/internal';
import { v3Errors } from '@inrgate/sdk/protocol';
import type { WireResponse } from '../core/exchange.ts';
import { jsonResponse } from '../core/respond.ts';

/** spec: Conventions, Response envelope. */
export function succeed(data: object): WireResponse {
  return jsonResponse(200, { code: 200, success: true, message: 'Success', data });
}

export function refuse(refusal: V3Refusal): WireResponse {
  const { status } = v3Errors[refusal.code];
  const headers: Record<string, string> = {};
  if (refusal.retryAfter !== null) headers['retry-after'] = String(refusal.retryAfter);
  if (refusal.code === 'use_post') headers['allow'] = 'POST';
  const envelope = { code: status, success: false, message: refusal.message, error: refusal.code };
  return jsonResponse(status, envelope, headers);
}

/** Response with an injected status. The default error code is the first code of the error table with this status. */
export function answerStatus(status: number, error?: string): WireResponse {
  const code =
    error ?? Object.entries(v3Errors).find(([, info]) => info.status === status)?.[0] ?? 'server_error';
  return jsonResponse(status, { code: status, success: false, message: 'Injected by a fault.', error: code });
}
