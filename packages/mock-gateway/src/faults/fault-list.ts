import type { Fault, FaultInput, FaultPhase, WireAction, WireEndpoint } from './fault.ts';
import type { FaultSubject, Faults, StruckCallback } from './faults.ts';
import { type Draw, seededDraw } from './seeded-draw.ts';

/** Seed of the random draws after each start, so a run can be repeated. */
export const firstSeed = 0x1a2b3c4d;

/** The faults of a gateway. */
export class FaultList implements Faults {
  #faults: Fault[] = [];
  /** Number of faults added so far. */
  #added = 0;
  #draw: Draw = seededDraw(firstSeed);

  async add(input: FaultInput): Promise<Fault> {
    this.#added += 1;
    const fault = { ...input, id: `fault_${this.#added}` };
    this.#faults.push(fault);
    return fault;
  }

  async list(): Promise<readonly Fault[]> {
    return [...this.#faults];
  }

  async remove(id: string): Promise<boolean> {
    const before = this.#faults.length;
    this.#faults = this.#faults.filter((fault) => fault.id !== id);
    return this.#faults.length < before;
  }

  async clear(): Promise<void> {
    this.#faults = [];
    this.#draw = seededDraw(firstSeed);
  }

  async anyFor(endpoint: WireEndpoint): Promise<boolean> {
    return this.#faults.some((fault) => isOf(fault, endpoint));
  }

  async strikeWire(
    endpoint: WireEndpoint,
    phase: FaultPhase,
    subject: FaultSubject,
  ): Promise<WireAction | null> {
    const struck = this.#strike(
      (fault): fault is WireFault =>
        isOf(fault, endpoint) && fault.phase === phase && concerns(fault, subject),
    );
    return struck?.action ?? null;
  }

  async strikeCallback(subject: FaultSubject): Promise<StruckCallback | null> {
    const struck = this.#strike(
      (fault): fault is CallbackFault => fault.endpoint === 'callback' && concerns(fault, subject),
    );
    return struck === null ? null : { ...struck.action, id: struck.id };
  }

  #strike<F extends Fault>(matches: (fault: Fault) => fault is F): F | null {
    for (const fault of this.#faults) {
      if (!matches(fault)) continue;
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

type CallbackFault = Extract<Fault, { endpoint: 'callback' }>;
type WireFault = Exclude<Fault, CallbackFault>;

function isOf(fault: Fault, endpoint: WireEndpoint): fault is WireFault {
  return fault.endpoint === endpoint || fault.endpoint === '*';
}

function concerns(fault: Fault, subject: FaultSubject): boolean {
  const merchant = fault.mchId === undefined || fault.mchId === subject.mchId;
  return merchant && (fault.mchOrderNo === undefined || fault.mchOrderNo === subject.mchOrderNo);
}
