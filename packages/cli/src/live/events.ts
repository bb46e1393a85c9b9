import type { ControlEvent, ControlResponse } from '@inrgate/mock-gateway/control';

type Data<Type extends ControlEvent['type']> = Extract<ControlEvent, { readonly type: Type }>['data'];
type Attempt = ControlResponse<'Attempt'> | NonNullable<Data<'callback'>['attempt']>;

const readers = {
  request: ({ diagnosis, explanation, fault, warnings = [], ...request }: Data<'request'>) => {
    const { id, time, ip, method, path, mchId, mchOrderNo, status, error, durationMs } = request;
    return {
      ...{ id, time, ip, method, path, mchId, mchOrderNo, status, error, durationMs, warnings },
      fault: fault ? { id: fault.id, note: fault.note } : null,
      hint: diagnosis?.hint ?? explanation ?? null,
    };
  },
  order: ({ kind, orderNo, mchOrderNo, mchId, status }: Data<'order'>) => ({
    ...{ kind, orderNo, mchOrderNo, mchId, status },
  }),
  callback: (callback: Omit<Data<'callback'>, 'attempt'> & { readonly attempt: Attempt | null }) => {
    const { id, event, mchId, orderNo, mchOrderNo, state, nextAttemptAt, attempt } = callback;
    // Rename `event`, because `event` is the type of the line.
    return {
      id,
      callbackEvent: event,
      mchId,
      orderNo,
      mchOrderNo,
      state,
      nextAttemptAt,
      attempt: shown(attempt),
    };
  },
  clock: ({ now, mode }: Data<'clock'>) => ({ now, mode }),
  fault: (fault: Data<'fault'>) => {
    const { change, id, endpoint, mchOrderNo, action } = fault as typeof fault & FaultFields;
    return { change, id, endpoint, mchOrderNo, action: action?.kind };
  },
} as const;

type FaultFields = Partial<Pick<ControlResponse<'Fault'>, 'endpoint' | 'mchOrderNo' | 'action'>>;

function shown(attempt: Attempt | null) {
  if (attempt === null) return null;
  const { number, manual = false, status, ok, reason } = attempt;
  const response = 'response' in attempt ? attempt.response : null;
  return { number, manual, status, ok, reason, response };
}

export type LiveKind = keyof typeof readers;
export const liveKinds = Object.keys(readers) as readonly LiveKind[];

/** Event of the gateway as a JSON line: `{"event":"request",…}`. */
export type LiveEvent = {
  [Kind in LiveKind]: { readonly event: Kind } & Readonly<ReturnType<(typeof readers)[Kind]>>;
}[LiveKind];

type Input<Kind extends LiveKind> = Parameters<(typeof readers)[Kind]>[0];

export function liveEvent<Kind extends LiveKind>(kind: Kind, data: Input<Kind>): LiveEvent {
  const read = readers[kind] as (data: Input<Kind>) => object;
  return { event: kind, ...read(data) } as LiveEvent;
}

/** Returns the shown fields of an event in the stream, or null for an unknown type. */
export function readEvent(type: string, data: unknown): LiveEvent | null {
  return Object.hasOwn(readers, type) ? liveEvent(type as LiveKind, data as Input<LiveKind>) : null;
}
