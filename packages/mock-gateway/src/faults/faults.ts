import type { CallbackFaults } from '../callbacks/faults.ts';
import type { CallbackAction, Fault, FaultInput, FaultPhase, WireAction, WireEndpoint } from './fault.ts';

/** Fields of a request or a callback by which a fault selects. */
export interface FaultSubject {
  readonly mchId: string | null;
  readonly mchOrderNo: string | null;
}

export type StruckCallback = CallbackAction & { readonly id: string };

/**
 * Active faults. The first matching fault applies. `times` counts down across all instances of a backend. One seeded
 * generator supplies the probabilities, so a run can be repeated (contract: A fault).
 */
export interface Faults {
  add(input: FaultInput): Promise<Fault>;
  /** The active faults in the order of their creation. */
  list(): Promise<readonly Fault[]>;
  /** Removes a fault. Returns false if no fault has this id. */
  remove(id: string): Promise<boolean>;
  /** Removes all faults and restarts the generator. */
  clear(): Promise<void>;
  /** Returns whether any fault can apply to the endpoint. Call it before looking up the merchant. */
  anyFor(endpoint: WireEndpoint): Promise<boolean>;
  /** Returns the fault of the present wire API response, or null. */
  strikeWire(endpoint: WireEndpoint, phase: FaultPhase, subject: FaultSubject): Promise<WireAction | null>;
  /** Returns the fault of the next attempt to deliver a callback, or null. */
  strikeCallback(subject: FaultSubject): Promise<StruckCallback | null>;
}

/** The part of the faults that the wire API uses. */
export type WireFaults = Pick<Faults, 'anyFor' | 'strikeWire'>;

/** Faults of a gateway without active faults. */
export const noWireFaults: WireFaults = { anyFor: async () => false, strikeWire: async () => null };

/** Creates the function that returns the scheduler's active fault. */
export function callbackFaults(faultsNow: () => Faults): CallbackFaults {
  return ({ mchId, mchOrderNo }) => faultsNow().strikeCallback({ mchId, mchOrderNo });
}
