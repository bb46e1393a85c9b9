import { z } from 'zod';
import { nextTurn } from '../clock/real-time.ts';
import { ControlError } from '../http/core/control-error.ts';
import { harJson, logAsHar } from '../log/har.ts';
import type { RequestSearch } from '../log/record.ts';
import type { RequestLog } from '../log/request-log.ts';
import type { LoggedRequest } from '../log/shown-request.ts';
import type { Page, Paged } from '../store/paging.ts';
import { call, shownCall } from './call.ts';
import { pageInput } from './input.ts';
import { pageOf } from './paging.ts';

/** Filters and page of the request log. */
const requestFilter = z.strictObject({
  orderNo: z.string().optional(),
  mchId: z.string().optional(),
  mchOrderNo: z.string().optional(),
  endpoint: z.string().optional(),
  status: z
    .string()
    .meta({ description: 'Matches only this HTTP status, or a class of statuses (`4xx`).' })
    .regex(
      /^[1-5](?:[0-9]{2}|xx)$/,
      'must be an HTTP status, for example "401", or a class of statuses, for example "4xx"',
    )
    .optional(),
  error: z.string().optional(),
  text: z
    .string()
    .meta({
      description:
        'Matches a part of the path, IP address, merchant ID, order number or error code, ignoring case.',
    })
    .optional(),
  ...pageInput,
});

/** Filters of the HAR export, which has no pages. */
const harFilter = requestFilter
  .omit({ cursor: true })
  .extend({ limit: z.coerce.number().int().min(1).optional() });

/** Maximum number of merchants whose keys are tried on a wrong signature, because each merchant takes time. */
const maxTried = 20;

/** Calls that read the log of wire requests (contract: GET /requests). */
export const requestCalls = {
  /** Lists requests, newest first. */
  list: call({
    route: 'GET /requests',
    summary: 'List the wire requests, newest first',
    query: requestFilter,
    response: 'RequestList',
    run: ({ log }, { query: { limit, cursor, ...search } }) =>
      pageOf(
        () => readRequests(log, { limit, cursor }, search),
        (request) => request,
      ),
  }),
  /** Exports all requests, or only the newest, as HAR 1.2, oldest first. */
  har: shownCall({
    route: 'GET /requests.har',
    summary: 'Export the wire requests as HAR 1.2, oldest first',
    query: harFilter,
    response: 'Har',
    // The OpenAPI document describes only the required HAR fields, but the result also contains optional fields.
    run: async ({ log, origin }, { query: { limit = Number.POSITIVE_INFINITY, ...search } }) =>
      logAsHar(log, log.newest(limit, search), origin),
    shown: (har) => har,
    json: harJson,
  }),
  /** Returns a request with its exchange and its signature. */
  get: call({
    route: 'GET /requests/:id',
    summary: 'Get a wire request',
    response: 'RequestInFull',
    run: async ({ log, store }, { id }) => {
      const entry = log.inFull(id, store.merchants.list({ limit: maxTried }).items);
      if (entry === null)
        throw new ControlError('not_found', 'The request log contains no request with this ID.');
      return entry;
    },
  }),
};

/** Number of requests that are masked in one turn of the event loop, because masking takes time. */
const perTurn = 10;

/**
 * Reads matching requests, newest first, in steps between which other requests run.
 *
 * @throws {StoreError} `invalid_cursor`
 */
export async function readRequests(
  log: RequestLog,
  { limit, cursor }: Page,
  search: RequestSearch,
): Promise<Paged<LoggedRequest>> {
  const items: LoggedRequest[] = [];
  for (let nextCursor = cursor; ; await nextTurn()) {
    const page = log.list({ limit: Math.min(perTurn, limit - items.length), cursor: nextCursor }, search);
    items.push(...page.items);
    if (page.nextCursor === null || items.length === limit) return { items, nextCursor: page.nextCursor };
    nextCursor = page.nextCursor;
  }
}
