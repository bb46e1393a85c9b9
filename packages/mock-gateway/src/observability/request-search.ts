import type { Searched } from './logged-request.ts';

/** Search criteria of the log. A missing criterion matches every request. */
export interface RequestSearch {
  readonly orderNo?: string | undefined;
  readonly mchId?: string | undefined;
  readonly mchOrderNo?: string | undefined;
  readonly endpoint?: string | undefined;
  /** An HTTP status, for example `401`, or a class of statuses, for example `4xx`. */
  readonly status?: string | undefined;
  readonly error?: string | undefined;
  /** Part of a visible string of a log entry, regardless of upper and lower case. */
  readonly text?: string | undefined;
}

/** Returns whether a request matches. */
export function isSearched(request: Searched, { status, text, ...exact }: RequestSearch): boolean {
  const equal = Object.entries(exact).every(
    ([name, value]) => value === undefined || request[name as keyof typeof exact] === value,
  );
  return equal && hasStatus(request, status) && hasText(request, text);
}

function hasStatus({ status }: Searched, wanted: string | undefined): boolean {
  if (wanted === undefined) return true;
  return wanted.endsWith('xx') ? String(status).startsWith(wanted.charAt(0)) : String(status) === wanted;
}

function hasText(request: Searched, wanted: string | undefined): boolean {
  if (wanted === undefined) return true;
  const { path, ip, mchId, mchOrderNo, orderNo, error } = request;
  const sought = wanted.toLowerCase();
  return [path, ip, mchId, mchOrderNo, orderNo, error].some((part) => part?.toLowerCase().includes(sought));
}
