import type { z } from 'zod';
import { merchant, settings } from '../../../control/responses/accounts.ts';
import { type Json, mapValues } from '../../openapi/parts.ts';

/** What the parameters of a query mean. */
export const queryTexts: Readonly<Record<string, string>> = {
  mchId: 'Of this merchant alone.',
  status: 'In this state alone; of requests: with this HTTP status, or a class of them (`4xx`).',
  mchOrderNo: 'With this number of the merchant’s alone; for links, their client_ref.',
  orderNo:
    'Of this order alone: its number, a link’s code, or the merchant’s own number where that is one order’s.',
  state: 'In this state alone.',
  text: 'With this text in a number, a reference or the free text, whatever the case.',
  minAmount: 'Of this amount or more, INR.',
  maxAmount: 'Of this amount or less, INR.',
  endpoint: 'To this endpoint alone.',
  error: 'Refused with this error code alone.',
  keys: '`false`: without `mchKey` and `mchSecret`.',
  limit: 'How many at most.',
  cursor: 'The `nextCursor` of the page before.',
};

/** What the keys of a body mean, wherever they stand. */
const bodyTexts: Readonly<Record<string, string>> = {
  ...textsOf(settings),
  ...textsOf(settings.shape.signatureLock.unwrap()),
  ...textsOf(merchant),
  ...textsOf(merchant.shape.limits),
  balance: 'Opening balance, INR with two decimals.',
  amount: 'INR with two decimals.',
  paidAmount: 'INR that the customer pays, two decimals; the order’s amount unless given.',
  utr: 'Bank reference; made up unless given.',
  txid: 'Transfer reference; for USDT made up unless given.',
  message: 'Why; the merchant reads it in the callback.',
  to: 'An absolute http or https URL; where the order’s callbacks go now unless given.',
  url: 'Where the endpoint is; the saved callback URL unless given.',
  cases: 'The ids of the cases to play; all of them unless given.',
  kinds: 'What the endpoint is told of; everything unless given.',
  probe:
    'An address that answers `GET URL?mchOrderNo=…` with `{"count": 1, "amount": "500.00"}`, how often and with how much that order was credited; without one only answers are seen.',
  createOrder:
    'An address that creates an order in the shop: POST with `{"kind", "mchOrderNo", "amount"}` returns `{"mchOrderNo"}`.',
  payoutProbe: 'As `probe`, for payouts.',
  language: 'Adds code in this language to each fix.',
  timeoutMs: 'Real milliseconds after which it answers all the same.',
  by: 'How far: `s`, `m`, `h`, `d`, also combined (`1h30m`).',
  at: 'A later instant, ISO-8601 with its offset; now unless given.',
  endpoint: 'What it strikes; `*` is every endpoint, callbacks apart.',
  mchOrderNo: 'Strikes orders with this number alone.',
  times: 'How often it strikes; until it is removed unless given.',
  probability: 'How likely it strikes, drawn from a seeded generator.',
  phase:
    'Required, unless the endpoint is `callback`. `before`: nothing of the request happened. `after`: the order is committed, only the answer goes wrong.',
  action: 'What goes wrong.',
  kind: 'The kind of fault.',
  status: 'The HTTP status to return; required for the kind `status`.',
  error: 'The error code to answer; the first of the table with that status unless given.',
  retryAfter: 'Seconds for the header Retry-After.',
  ms: 'Milliseconds.',
};

function textsOf({ shape }: z.ZodObject): Record<string, string> {
  return mapValues(shape, (field) => (field as z.ZodType).meta()?.description ?? '');
}

/** The schema of a body with what each key means. */
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
  return { ...explained(property), description: bodyTexts[name] };
}
