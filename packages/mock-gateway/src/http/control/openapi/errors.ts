import type { ControlRoute } from '../../../control/calls/calls.ts';
import { type ControlErrorCode, controlErrors } from '../../core/control-error.ts';
import { type Examples, groupBy, type Json, jsonType, mapValues, ref } from '../../openapi/parts.ts';

/** What each error says; nothing was changed by any of them. */
export const meanings: Readonly<Record<ControlErrorCode, string>> = {
  not_found: 'There is no such thing.',
  illegal_transition: 'The state does not allow that; nothing was changed.',
  ambiguous: 'More than one order has that number; the message names them, `mchId` says whose is meant.',
  already_exists: 'Another merchant has that mchId or mchKey.',
  callback_busy: 'The callback is being delivered right now.',
  check_running: 'A check of the merchant’s endpoint is under way.',
  invalid_body: 'A key of the body or the query is wrong; the message names it.',
  unauthorized: 'The bearer token is missing or wrong.',
  forbidden:
    'The request comes from another web page, is a callback of a mock gateway, or was sent to a name that is not loopback.',
  method_not_allowed: 'This address has another method.',
  payload_too_large: 'The body is over 1 MB.',
  internal_error: 'The gateway failed.',
  not_ready: 'The gateway is about to stop, or its store does not answer; the message says which.',
  unreachable: 'Nobody answers at the endpoint; the message says why.',
  probe_failed: 'The probe gives no answer, or another than it should; the message says which.',
  order_failed: 'The shop does not create the order, or returns an invalid number; the message says which.',
  store_unavailable: 'The gateway’s database cannot be reached now; send the call again.',
};

export function errorExamples(): Examples {
  return mapValues(meanings, (message, error) => ({ summary: error, value: { error, message } }));
}

/** The answers of a call that are errors, by HTTP status. */
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
    'store_unavailable',
  ];
  const byStatus = groupBy(codes, (code) => controlErrors[code]);
  return Object.fromEntries([...byStatus].map(([status, group]) => [status, errorResponse(group)]));
}

function errorResponse(codes: readonly ControlErrorCode[]): Json {
  const examples = Object.fromEntries(codes.map((code) => [code, ref('examples', code)]));
  return {
    description: codes.map((code) => `\`${code}\`: ${meanings[code]}`).join('\n\n'),
    content: { [jsonType]: { schema: ref('schemas', 'Error'), examples } },
  };
}
