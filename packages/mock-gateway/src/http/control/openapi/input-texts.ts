import type { z } from 'zod';
import { merchant, settings } from '../../../control/responses/accounts.ts';
import { orderMoves } from '../../../domain/moves.ts';
import { type Json, mapValues } from '../../openapi/parts.ts';

/** Descriptions of the query parameters whose schema contains no description. */
export const queryTexts: Readonly<Record<string, string>> = {
  mchId: 'Matches only this merchant.',
  status: 'Matches only orders in this state.',
  mchOrderNo: 'Matches only the merchant’s order number. For links, this is the `client_ref`.',
  orderNo: 'Matches only this gateway order number or link code.',
  state: 'Matches only this state.',
  text: 'Matches a part of an order number, a reference or free text, ignoring case.',
  minAmount: 'Minimum amount in INR.',
  maxAmount: 'Maximum amount in INR.',
  endpoint: 'Matches only this endpoint.',
  error: 'Matches only requests that failed with this error code.',
  keys: 'If `false`, the response omits `mchKey` and `mchSecret`.',
  limit: 'Maximum number of items to return.',
  cursor: 'The `nextCursor` of the previous page.',
};

/** Descriptions of the body fields. A field has one description for all calls. */
export const bodyTexts: Readonly<Record<string, string | undefined>> = {
  payAfterSeconds: 'Seconds from the creation of an order to its payment.',
  name: 'Name of the snapshot: 1 to 64 letters, digits, `_` and `-`.',
  ...textsOf(settings),
  ...textsOf(settings.shape.signatureLock.unwrap()),
  ...textsOf(merchant),
  ...textsOf(merchant.shape.limits),
  balance: 'Opening balance in INR, with two decimals.',
  amount: 'INR with two decimals.',
  ...orderMoves.pay.fields,
  ...orderMoves.complete.fields,
  ...orderMoves.reject.fields,
  to: 'Absolute http or https URL. Default: the URL that the order’s callbacks use now.',
  url: 'URL of the endpoint. Default: the saved callback URL.',
  cases: 'IDs of the cases to run. Default: all cases of `kinds`.',
  kinds: 'Kinds of callbacks that the endpoint receives. Default: `payin` and `payout`.',
  probe:
    'URL that returns the number of credits of an order and their total amount. `GET URL?mchOrderNo=…` must return `{"count": 1, "amount": "500.00"}`. Without a probe, the check can only compare the responses of the endpoint.',
  createOrder:
    'URL that creates an order in the shop. `POST` with `{"kind", "mchOrderNo", "amount"}` must return `{"mchOrderNo"}`.',
  payoutProbe:
    'URL that returns the number of credits of a payout, their total amount and the stored state of the payout.',
  language: 'Language of the code that each fix includes. Default: no code.',
  timeoutMs: 'Maximum wait in real milliseconds.',
  by: 'Duration in `s`, `m`, `h` or `d`, or a combination (`1h30m`).',
  at: 'Time at which the clock freezes, now or later, as ISO 8601 with an offset. Default: now.',
  endpoint: 'Endpoint that the fault affects. `*` affects every endpoint except callbacks.',
  mchOrderNo: 'Affects only orders with this order number.',
  times: 'Number of times that the fault occurs. Default: no limit.',
  probability:
    'Probability that the fault occurs for a matching request or callback. A seeded generator decides for each request or callback.',
  phase:
    'Required unless the endpoint is `callback`. A `before` fault occurs before the gateway processes the request. An `after` fault occurs after the commit and affects only the response.',
  action: 'Effect of the fault.',
  kind: 'Kind of fault.',
  status: 'HTTP status to return. Required for the kind `status`.',
  error: 'Error code to return. Default: the first code with that status in the error table.',
  retryAfter: 'Value of the `Retry-After` header, in seconds.',
  ms: 'Delay in real milliseconds.',
};

function textsOf({ shape }: z.ZodObject): Record<string, string | undefined> {
  return mapValues(shape, (field) => (field as z.ZodType).meta()?.description);
}

/** Adds a description to each field of the schema of a body, or of a fault in a response. */
export function explained(node: Json): Json {
  const { properties, anyOf, oneOf } = node as Readonly<Record<string, Json | readonly Json[] | undefined>>;
  return {
    ...node,
    ...(Array.isArray(anyOf) && { anyOf: anyOf.map(explained) }),
    ...(Array.isArray(oneOf) && { oneOf: oneOf.map(explained) }),
    ...(properties !== undefined && {
      properties: mapValues(properties as Readonly<Record<string, Json>>, explain),
    }),
  };
}

function explain(property: Json, name: string): Json {
  const { description } = property;
  return { ...explained(property), description: bodyTexts[name] ?? description };
}
