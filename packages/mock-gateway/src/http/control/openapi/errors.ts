import type { ControlRoute } from '../../../control/calls.ts';
import { type ControlErrorCode, controlErrors } from '../../core/control-error.ts';
import { type Examples, type Json, jsonType, mapValues, ref } from '../../openapi/parts.ts';

/** Description of each error code. No failed call changes any state. */
export const meanings: Readonly<Record<ControlErrorCode, string>> = {
  not_found: 'The resource does not exist.',
  illegal_transition: 'The current state does not allow this call. Nothing was changed.',
  ambiguous:
    'More than one order has this order number. The message lists the orders. Add `mchId` to select an order.',
  already_exists: 'Another merchant has this mchId or mchKey.',
  not_supported: 'The snapshot is damaged, or another version of the gateway saved it.',
  callback_busy: 'The gateway is delivering this callback.',
  check_running: 'Another check of the merchant’s endpoint is running.',
  invalid_body: 'A field of the body or the query is invalid. The message names the field.',
  unauthorized: 'The bearer token is missing or wrong.',
  forbidden:
    'The request comes from another web page, is a callback of a mock gateway, or contains a Host that is not a loopback name.',
  method_not_allowed: 'The path does not support this HTTP method.',
  payload_too_large: 'The body is over 1 MB.',
  internal_error: 'The gateway failed.',
  not_ready: 'The gateway is shutting down, or its store accepts no writes. The message contains the reason.',
  unreachable: 'The check cannot reach the endpoint. The message contains the reason.',
  probe_failed: 'The probe fails or returns an invalid response. The message contains the reason.',
  order_failed:
    'The shop does not create the order, or returns an invalid order number. The message contains the reason.',
};

export function errorExamples(): Examples {
  return mapValues(meanings, (message, error) => ({ summary: error, value: { error, message } }));
}

/** Error responses of a call, by HTTP status. */
export function errorResponses(route: Pick<ControlRoute, 'path' | 'body' | 'query' | 'refusals'>): Json {
  const { body, query, refusals = [] } = route;
  const codes: readonly ControlErrorCode[] = [
    'unauthorized',
    'forbidden',
    ...(route.path.includes(':id') ? (['not_found'] as const) : []),
    ...refusals,
    ...(body === undefined ? [] : (['payload_too_large'] as const)),
    ...(body === undefined && query === undefined ? [] : (['invalid_body'] as const)),
    'internal_error',
  ];
  const byStatus = Map.groupBy(codes, (code) => controlErrors[code]);
  return Object.fromEntries([...byStatus].map(([status, group]) => [status, errorResponse(group)]));
}

function errorResponse(codes: readonly ControlErrorCode[]): Json {
  const examples = Object.fromEntries(codes.map((code) => [code, ref('examples', code)]));
  return {
    description: codes.map((code) => `\`${code}\`: ${meanings[code]}`).join('\n\n'),
    content: { [jsonType]: { schema: ref('schemas', 'Error'), examples } },
  };
}
