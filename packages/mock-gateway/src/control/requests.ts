import { z } from 'zod';
import { ControlError } from '../http/core/control-error.ts';
import { type LoggedHar, logAsHar } from '../log/har.ts';
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
        () => log.list({ limit, cursor }, search),
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
