import type { CallbackFaults } from '../callbacks/faults.ts';
import type { CallbackAction, Fault, FaultInput, FaultPhase, WireAction, WireEndpoint } from './fault.ts';

/** Criteria that a fault can select by. */
export interface FaultSubject {
  readonly mchId: string | null;
  readonly mchOrderNo: string | null;
}

/** A matching fault of a callback with its id. */
export type StruckCallback = CallbackAction & { readonly id: string };

/**
 * Active faults. The first match applies. `times` counts down across all instances of a backend. Probabilities come
 * from one seeded generator, so a run can be repeated (contract: A fault).
 */
export interface Faults {
  add(input: FaultInput): Promise<Fault>;
  /** The active faults in the order in which they were added. */
  list(): Promise<readonly Fault[]>;
  /** Removes a fault. Returns false if none has this id. */
  remove(id: string): Promise<boolean>;
  /** Removes all faults and restarts the generator. */
  clear(): Promise<void>;
  /** True if any fault can apply to the endpoint. Checked first because the merchant of a request takes a lookup. */
  anyFor(endpoint: WireEndpoint): Promise<boolean>;
  /** Fault of the present wire API response; null for none. */
  strikeWire(endpoint: WireEndpoint, phase: FaultPhase, subject: FaultSubject): Promise<WireAction | null>;
  /** Fault of the next attempt to deliver a callback; null for none. */
  strikeCallback(subject: FaultSubject): Promise<StruckCallback | null>;
}

/** The active faults for the scheduler. */
export function callbackFaults(faultsNow: () => Faults): CallbackFaults {
  return ({ mchId, mchOrderNo }) => faultsNow().strikeCallback({ mchId, mchOrderNo });
}
