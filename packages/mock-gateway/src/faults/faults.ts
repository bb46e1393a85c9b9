import type { CallbackFaults } from '../callbacks/faults.ts';
import type { CallbackAction, Fault, FaultInput, FaultPhase, WireAction, WireEndpoint } from './fault.ts';

/** Fields of a request or callback that a fault can match. */
export interface FaultSubject {
  readonly mchId: string | null;
  readonly mchOrderNo: string | null;
}

export type StruckCallback = CallbackAction & { readonly id: string };

/**
 * Active faults. The first matching fault applies. One
 * seeded generator draws the random numbers, so a run can be repeated (contract: A fault).
 */
export interface Faults {
  add(input: FaultInput): Promise<Fault>;
  /** The active faults in the order of their creation. */
  list(): Promise<readonly Fault[]>;
  /** Removes a fault. Returns false if no fault has this id. */
  remove(id: string): Promise<boolean>;
  /** Removes all faults and restarts the generator. */
  clear(): Promise<void>;
  /** Returns whether any fault could apply to the endpoint. Call it before you look up the merchant. */
  anyFor(endpoint: WireEndpoint): Promise<boolean>;
  /** Draws the fault for this phase of a wire API request. Returns null if no fault applies. */
  strikeWire(endpoint: WireEndpoint, phase: FaultPhase, subject: FaultSubject): Promise<WireAction | null>;
  /** Draws the fault for the next delivery attempt of a callback. Returns null if no fault applies. */
  strikeCallback(subject: FaultSubject): Promise<StruckCallback | null>;
}

/** The part of the faults that the wire API uses. */
export type WireFaults = Pick<Faults, 'anyFor' | 'strikeWire'>;

/** Creates the function that draws the fault of the scheduler's next attempt. */
export function callbackFaults(faultsNow: () => Faults): CallbackFaults {
  return ({ mchId, mchOrderNo }) => faultsNow().strikeCallback({ mchId, mchOrderNo });
}
