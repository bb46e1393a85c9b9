// Folder faults: the injected faults, and which request a fault strikes.
import type {
  CallbackHit,
  Fault,
  FaultInput,
  FaultPhase,
  FaultSubject,
  WireEndpoint,
  WireHit,
} from './fault.ts';
import { seededDraw } from './seeded-draw.ts';

/** Seed of the draws, so a run can be repeated (contract: A fault). */
export const firstSeed = 0x1a2b3c4d;

/** The active faults. The first matching fault applies. */
export class FaultList {
  /** In the order of their creation. */
  #faults: readonly Fault[] = [];
  /** Number of faults added so far. */
  #added = 0;
  #draw = seededDraw(firstSeed);

  add(input: FaultInput): Fault {
    this.#added += 1;
    const fault = { ...input, id: `fault_${this.#added}` };
    this.#faults = [...this.#faults, fault];
    return fault;
  }

  /** The active faults in the order of their creation. */
  list(): readonly Fault[] {
    return this.#faults;
  }

  /** Removes a fault. Returns false if no fault has this id. */
  remove(id: string): boolean {
    const before = this.#faults.length;
    this.#faults = this.#faults.filter((fault) => fault.id !== id);
    return this.#faults.length < before;
  }

  /** Removes all faults and restarts the generator. */
  removeAll(): void {
    this.#faults = [];
    this.#draw = seededDraw(firstSeed);
  }

  /** Returns to the state of a new gateway. */
  clear(): void {
    this.removeAll();
    this.#added = 0;
  }

  /** Returns whether any fault could apply to the endpoint. */
  anyFor(endpoint: WireEndpoint): boolean {
    return this.#faults.some((fault) => isOf(fault, endpoint));
  }

  /** Draws the fault for this phase of a wire API request. Returns null if no fault applies. */
  matchWire(endpoint: WireEndpoint, phase: FaultPhase, subject: FaultSubject): WireHit | null {
    const hit = this.#match((fault) => isOf(fault, endpoint) && fault.phase === phase, subject);
    return hit === null || hit.endpoint === 'callback' ? null : { ...hit.action, id: hit.id };
  }

  /** Draws the fault for the next delivery attempt of a callback. Returns null if no fault applies. */
  matchCallback(subject: FaultSubject): CallbackHit | null {
    const hit = this.#match(({ endpoint }) => endpoint === 'callback', subject);
    return hit?.endpoint === 'callback' ? { ...hit.action, id: hit.id } : null;
  }

  #match(isWanted: (fault: Fault) => boolean, subject: FaultSubject): Fault | null {
    for (const fault of this.#faults) {
      if (!isWanted(fault) || !concerns(fault, subject)) continue;
      if (fault.probability !== undefined && this.#draw() >= fault.probability) continue;
      this.#use(fault);
      return fault;
    }
    return null;
  }

  #use(fault: Fault): void {
    if (fault.times === undefined) return;
    const left = fault.times - 1;
    this.#faults = this.#faults.flatMap((other) => {
      if (other.id !== fault.id) return [other];
      return left > 0 ? [{ ...other, times: left }] : [];
    });
  }
}

function isOf(fault: Fault, endpoint: WireEndpoint): boolean {
  return fault.endpoint === endpoint || fault.endpoint === '*';
}

function concerns(fault: Fault, { mchId, mchOrderNo }: FaultSubject): boolean {
  const isOfMerchant = fault.mchId === undefined || fault.mchId === mchId;
  return isOfMerchant && (fault.mchOrderNo === undefined || fault.mchOrderNo === mchOrderNo);
}
