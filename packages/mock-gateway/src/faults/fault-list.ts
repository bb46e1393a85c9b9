import type { CallbackAction, Fault, FaultInput, FaultPhase, WireAction, WireEndpoint } from './fault.ts';

/** What a fault may choose by. */
export interface FaultSubject {
  readonly mchId: string | null;
  readonly mchOrderNo: string | null;
}

/**
 * The faults in force. The first match wins; `times` counts down; a probability is drawn from a seeded generator,
 * so a run can be repeated (contract: A fault).
 */
export class FaultList {
  #faults: Fault[] = [];
  #added = 0;
  #draw = seededGenerator();

  get isEmpty(): boolean {
    return this.#faults.length === 0;
  }

  add(input: FaultInput): Fault {
    this.#added += 1;
    const fault = { ...input, id: `fault_${this.#added}` };
    this.#faults.push(fault);
    return fault;
  }

  list(): readonly Fault[] {
    return [...this.#faults];
  }

  /** False when there is none of that id. */
  remove(id: string): boolean {
    const before = this.#faults.length;
    this.#faults = this.#faults.filter((fault) => fault.id !== id);
    return this.#faults.length < before;
  }

  /** Forgets the faults and starts the generator again. */
  clear(): void {
    this.#faults = [];
    this.#draw = seededGenerator();
  }

  strikeWire(endpoint: WireEndpoint, phase: FaultPhase, subject: FaultSubject): WireAction | null {
    const struck = this.#strike(
      (fault): fault is WireFault =>
        fault.endpoint !== 'callback' &&
        (fault.endpoint === endpoint || fault.endpoint === '*') &&
        fault.phase === phase &&
        concerns(fault, subject),
    );
    return struck?.action ?? null;
  }

  strikeCallback(subject: FaultSubject): (CallbackAction & { readonly id: string }) | null {
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

function concerns(fault: Fault, subject: FaultSubject): boolean {
  const merchant = fault.mchId === undefined || fault.mchId === subject.mchId;
  return merchant && (fault.mchOrderNo === undefined || fault.mchOrderNo === subject.mchOrderNo);
}

/** mulberry32: 32 bits of state are plenty for choosing which call fails. */
function seededGenerator(seed = 0x1a2b3c4d): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
