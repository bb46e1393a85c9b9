import { z } from 'zod';
import { nextTurn } from '../clock/real-time.ts';
import { ControlError } from '../http/core/control-error.ts';
import { type LoggedHar, logAsHar } from '../log/har.ts';
import type { LoggedRequest } from '../log/logged-request.ts';
import type { RequestLog } from '../log/request-log.ts';
import type { RequestSearch } from '../log/request-search.ts';
import type { Page, Paged } from '../store/paging.ts';
import type { ControlGateway } from './control-gateway.ts';
import { pageInput, parseInput } from './input.ts';
import { pageOf } from './paging.ts';

/** Filters and page of the request log. */
export const requestFilter = z.strictObject({
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
export type RequestFilter = z.input<typeof requestFilter>;

/** Filters of the HAR export, which has no pages. */
export const harFilter = requestFilter
  .omit({ cursor: true })
  .extend({ limit: z.coerce.number().int().min(1).optional() });
type HarFilter = z.input<typeof harFilter>;

/** Maximum number of merchants whose keys are tried on a wrong signature, because each merchant takes time. */
const maxTried = 20;

/** Calls that read the log of wire requests (contract: GET /requests). */
export function requestControls(gateway: ControlGateway) {
  const { log, store } = gateway;
  return {
    /** Lists requests, newest first. */
    async list(filter: RequestFilter = {}) {
      const { limit, cursor, ...search } = parseInput(requestFilter, filter);
      return pageOf(
        () => readRequests(log, { limit, cursor }, search),
        (request) => request,
      );
    },

    /** Returns a request with its exchange and its signature. */
    async get(id: string) {
      const entry = await log.inFull(id, store.merchants.list({ limit: maxTried }).items);
      if (entry === null)
        throw new ControlError('not_found', 'The request log contains no request with this ID.');
      return entry;
    },

    /** Exports all requests, or only the newest, as HAR 1.2, oldest first. */
    async har(filter: HarFilter = {}): Promise<LoggedHar> {
      const { limit = Number.POSITIVE_INFINITY, ...search } = parseInput(harFilter, filter);
      return logAsHar(log.unmasked(search, limit), gateway.origin);
    },
  };
}

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
