import { type KeptRequest, type Searched, textOfValue, unpack } from './logged-request.ts';

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

/**
 * Strings that the stored form of every matching request contains. A search need not parse requests without these
 * strings.
 */
export function textsOf({ status: _status, text: _text, ...exact }: RequestSearch): readonly string[] {
  return Object.values(exact).flatMap((value) => (value === undefined ? [] : [textOfValue(value)]));
}

/** Returns whether a request matches. */
export function isSearched(kept: KeptRequest, search: RequestSearch): boolean {
  if (!hasStatus(kept, search.status)) return false;
  const texts = textsOf(search);
  if (!texts.every((text) => kept.packed.includes(text))) return false;
  return (texts.length === 0 && search.text === undefined) || matches(unpack(kept), search);
}

function matches(request: Searched, { status: _, text, ...exact }: RequestSearch): boolean {
  const equal = Object.entries(exact).every(
    ([name, value]) => value === undefined || request[name as keyof typeof exact] === value,
  );
  return equal && hasText(request, text);
}

function hasStatus({ status }: KeptRequest, wanted: string | undefined): boolean {
  if (wanted === undefined) return true;
  return wanted.endsWith('xx') ? String(status).startsWith(wanted.charAt(0)) : String(status) === wanted;
}

function hasText(request: Searched, wanted: string | undefined): boolean {
  if (wanted === undefined) return true;
  const { path, ip, mchId, mchOrderNo, orderNo, error } = request;
  const sought = wanted.toLowerCase();
  return [path, ip, mchId, mchOrderNo, orderNo, error].some((part) => part?.toLowerCase().includes(sought));
}
