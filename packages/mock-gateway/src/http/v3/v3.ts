// Folder http/v3: v3 of the wire API.
import { phpSuffix, type V3Endpoint, V3Refusal, v3Routes } from '@inrgate/sdk/internal';
import { v3Errors } from '@inrgate/sdk/protocol';
import type { WireResponse } from '../core/exchange.ts';
import { jsonResponse } from '../core/respond.ts';
import type { WireApi } from '../pipeline/wire-api.ts';
import { admit, type Call, faultSubject, read } from './admission.ts';
import { handlers } from './endpoints.ts';

/** The v3 API. Each endpoint has a path with and without the suffix (spec: Versioning). */
export const v3Api: WireApi<V3Endpoint, Call> = {
  endpoints: new Map(
    (Object.keys(v3Routes) as V3Endpoint[]).flatMap((endpoint) => [
      [v3Routes[endpoint].path, endpoint],
      [`${v3Routes[endpoint].path}${phpSuffix}`, endpoint],
    ]),
  ),
  read,
  subject: faultSubject,
  decide: (gateway, call) => handlers[call.endpoint](gateway, admit(gateway, call)),
  succeed,
  unknownPath: () => new V3Refusal('not_found'),
  isRefusal: (error) => error instanceof V3Refusal,
  refuse(error) {
    const refusal = error instanceof V3Refusal ? error : new V3Refusal('server_error', { cause: error });
    return { code: refusal.code, response: refuse(refusal) };
  },
  injected: answerStatus,
};

/** spec: Conventions, Response envelope. */
function succeed(data: object): WireResponse {
  return jsonResponse(200, { code: 200, success: true, message: 'Success', data });
}

function refuse(refusal: V3Refusal): WireResponse {
  const { status } = v3Errors[refusal.code];
  const headers: Record<string, string> = {};
  if (refusal.retryAfter !== null) headers['retry-after'] = String(refusal.retryAfter);
  if (refusal.code === 'use_post') headers['allow'] = 'POST';
  const envelope = { code: status, success: false, message: refusal.message, error: refusal.code };
  return jsonResponse(status, envelope, headers);
}

/** Response with an injected status. The default error code is the first code of the error table with this status. */
function answerStatus(status: number, error?: string): WireResponse {
  const code =
    error ?? Object.entries(v3Errors).find(([, info]) => info.status === status)?.[0] ?? 'server_error';
  return jsonResponse(status, { code: status, success: false, message: 'Injected by a fault.', error: code });
}
