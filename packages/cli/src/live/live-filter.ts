import type { LiveEvent, LiveKind } from './live-events.ts';

/** What is asked for; each that is undefined lets everything through. */
export interface LiveFilter {
  readonly kinds: readonly LiveKind[];
  readonly mchId?: string | undefined;
  /** The merchant's own number, or the service's. */
  readonly order?: string | undefined;
  /** An HTTP status, a class of them (`4xx`), or a state. */
  readonly status?: string | undefined;
  /** A part of the path. */
  readonly path?: string | undefined;
}

/** What an event says about something that is not there does not fit. */
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

/** `4xx` of `401`. */
function classOf(status: string): string | undefined {
  return /^[1-5][0-9]{2}$/.test(status) ? `${status.charAt(0)}xx` : undefined;
}
