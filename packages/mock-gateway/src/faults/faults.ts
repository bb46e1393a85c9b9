import type { CallbackFaults } from '../callbacks/faults.ts';
import type { CallbackAction, Fault, FaultInput, FaultPhase, WireAction, WireEndpoint } from './fault.ts';

/** What a fault may choose by. */
export interface FaultSubject {
  readonly mchId: string | null;
  readonly mchOrderNo: string | null;
}

/** A callback's fault that strikes, and which it is. */
export type StruckCallback = CallbackAction & { readonly id: string };

/**
 * The faults in force. The first match wins; `times` counts down, over all gateways of one backend together; a probability
 * is drawn from one seeded generator, so a run can be repeated (contract: A fault).
 */
export interface Faults {
  add(input: FaultInput): Promise<Fault>;
  /** In the order in which they were added. */
  list(): Promise<readonly Fault[]>;
  /** False when there is none of that id. */
  remove(id: string): Promise<boolean>;
  /** Forgets the faults and starts the generator again. */
  clear(): Promise<void>;
  /** Whether any could strike the endpoint: whom a request is about takes looking up, so it is asked first. */
  anyFor(endpoint: WireEndpoint): Promise<boolean>;
  /** What an answer of the wire API suffers now; null lets it be. */
  strikeWire(endpoint: WireEndpoint, phase: FaultPhase, subject: FaultSubject): Promise<WireAction | null>;
  /** What an attempt to deliver a callback suffers now; null lets it be. */
  strikeCallback(subject: FaultSubject): Promise<StruckCallback | null>;
}

/** The faults in force, as the scheduler asks for them. */
export function callbackFaults(faultsNow: () => Faults): CallbackFaults {
  return ({ mchId, mchOrderNo }) => faultsNow().strikeCallback({ mchId, mchOrderNo });
}
