import { z } from 'zod';
import type { Searched } from '../watch/logged-request.ts';
import { ControlError } from '../wire/control-error.ts';
import type { ControlDeps } from './deps.ts';
import { pageInput, parseInput } from './input.ts';

export const requestFilter = z.strictObject({
  orderNo: z.string().optional(),
  mchId: z.string().optional(),
  mchOrderNo: z.string().optional(),
  endpoint: z.string().optional(),
  status: z
    .string()
    .regex(
      /^[1-5](?:[0-9]{2}|xx)$/,
      'must be an HTTP status, such as "401", or a class of them, such as "4xx"',
    )
    .optional(),
  error: z.string().optional(),
  text: z.string().optional(),
  ...pageInput,
});
export type RequestFilter = z.input<typeof requestFilter>;
type Wanted = Omit<z.output<typeof requestFilter>, 'limit' | 'cursor'>;

/** The wire requests, newest first (contract: GET /requests). */
export function requestControls({ log }: ControlDeps) {
  return {
    /** Newest first. */
    list(filter: RequestFilter = {}) {
      const { limit, cursor, ...wanted } = parseInput(requestFilter, filter);
      return log.list({ limit, cursor }, (request) => isWanted(request, wanted));
    },

    /** One, with what was sent, answered and signed. */
    get(id: string) {
      const entry = log.inFull(id);
      if (entry === null) throw new ControlError('not_found', 'There is no such request in the log.');
      return entry;
    },
  };
}

function isWanted(request: Searched, { status, text, ...exact }: Wanted): boolean {
  const equal = Object.entries(exact).every(
    ([name, value]) => value === undefined || request[name as keyof typeof exact] === value,
  );
  return equal && hasStatus(request, status) && hasText(request, text);
}

function hasStatus({ status }: Searched, wanted: string | undefined): boolean {
  if (wanted === undefined) return true;
  return wanted.endsWith('xx') ? String(status).startsWith(wanted.charAt(0)) : String(status) === wanted;
}

/** In what a row of the log shows, whatever the case. */
function hasText(request: Searched, wanted: string | undefined): boolean {
  if (wanted === undefined) return true;
  const { path, ip, mchId, mchOrderNo, orderNo, error } = request;
  const sought = wanted.toLowerCase();
  return [path, ip, mchId, mchOrderNo, orderNo, error].some((part) => part?.toLowerCase().includes(sought));
}
