import { z } from 'zod';
import { ControlError } from '../http/core/control-error.ts';
import { type LoggedHar, logAsHar } from '../observability/logged-entries.ts';
import type { ControlDeps } from './deps.ts';
import { pageInput, parseInput } from './input.ts';
import { pageOf } from './paging.ts';

/** What the request log is narrowed by, and which page of it. */
export const requestFilter = z.strictObject({
  orderNo: z.string().optional(),
  mchId: z.string().optional(),
  mchOrderNo: z.string().optional(),
  endpoint: z.string().optional(),
  status: z
    .string()
    .regex(
      /^[1-5](?:[0-9]{2}|xx)$/,
      'must be an HTTP status, for example "401", or a class of statuses, for example "4xx"',
    )
    .optional(),
  error: z.string().optional(),
  text: z.string().optional(),
  ...pageInput,
});
export type RequestFilter = z.input<typeof requestFilter>;

/** What of the log is written as HAR: as the list, but in one piece. */
export const harFilter = requestFilter
  .omit({ cursor: true })
  .extend({ limit: z.coerce.number().int().min(1).optional() });
type HarFilter = z.input<typeof harFilter>;

/** So many merchants' keys are tried on a wrong signature: each makes the search longer. */
const maxTried = 20;

/** The wire requests, newest first (contract: GET /requests). */
export function requestControls({ log, origin, ports }: ControlDeps) {
  return {
    /** Newest first. */
    async list(filter: RequestFilter = {}) {
      const { limit, cursor, ...search } = parseInput(requestFilter, filter);
      return pageOf(log.list({ limit, cursor }, search), (request) => request);
    },

    /** One, with what was sent, answered and signed. */
    async get(id: string) {
      const entry = await log.inFull(id, async () => {
        const { items } = await ports.store.merchants.list({ limit: maxTried });
        return items;
      });
      if (entry === null) throw new ControlError('not_found', 'The log has no request with this ID.');
      return entry;
    },

    /** All of them, or the newest, as HAR 1.2, which browsers' developer tools open: oldest first. */
    async har(filter: HarFilter = {}): Promise<LoggedHar> {
      const { limit = Number.POSITIVE_INFINITY, ...search } = parseInput(harFilter, filter);
      return logAsHar(await log.unmasked(search, limit), origin());
    },
  };
}
