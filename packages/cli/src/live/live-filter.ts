import type { LiveEvent, LiveKind } from './live-events.ts';

/** Filter of events. If a field is undefined, every event matches. */
export interface LiveFilter {
  readonly kinds: readonly LiveKind[];
  readonly mchId?: string | undefined;
  /** Order number or gateway order number. */
  readonly order?: string | undefined;
  /** HTTP status, class of statuses (`4xx`), or state of an order or callback. */
  readonly status?: string | undefined;
  readonly path?: string | undefined;
}

/** Returns whether an event matches the filter. An event without a filtered field does not match. */
export function fits(event: LiveEvent, { kinds, mchId, order, status, path }: LiveFilter): boolean {
  if (!kinds.includes(event.event)) return false;
  const { mchId: whose, mchOrderNo, orderNo, path: where } = event as Partial<Record<string, unknown>>;
  if (mchId !== undefined && whose !== mchId) return false;
  if (order !== undefined && mchOrderNo !== order && orderNo !== order) return false;
  if (path !== undefined && !(typeof where === 'string' && where.includes(path))) return false;
  return status === undefined || statusesOf(event).some((own) => own === status || classOf(own) === status);
}

function statusesOf(event: LiveEvent): readonly string[] {
  switch (event.event) {
    case 'request':
    case 'order':
      return [String(event.status)];
    case 'callback':
      return [event.state, ...(event.attempt?.status ? [String(event.attempt.status)] : [])];
    default:
      return [];
  }
}

function classOf(status: string): string | undefined {
  return /^[1-5][0-9]{2}$/.test(status) ? `${status.charAt(0)}xx` : undefined;
}
