import type { Sender } from '@inrgate/conformance/internal';
import { answered } from '../sender.ts';
import type { FarDatabase } from './far-database.ts';
import type { Process, World } from './world.ts';

export interface Sent {
  readonly process: Process;
  readonly body: string;
  /** Generation in which the callback was claimed. */
  readonly generation: number;
  /** Start of the delivery in real milliseconds. */
  readonly beganAt: number;
  readonly beganStep: number;
  endedAt: number | null;
}

/** Maximum delay in milliseconds between the claim and the sending, and between the sending and the commit. */
const aboutMs = 6_000;

/** The merchants' callback endpoints. They accept, reject, respond late, or never respond. */
export class Receivers {
  readonly #world: World;
  readonly #database: FarDatabase;
  readonly sent: Sent[] = [];
  /** True if each endpoint accepts every callback immediately. */
  isQuiet = false;

  /** True if most endpoints respond late. */
  readonly #areSlow: boolean;

  constructor(world: World, database: FarDatabase) {
    this.#world = world;
    this.#areSlow = world.chance(25);
    this.#database = database;
  }

  /** Creates the sender of a gateway. */
  senderOf(process: Process): Sender {
    return ({ body }, signal) => {
      const { now: beganAt, steps: beganStep } = this.#world;
      const generation = this.#database.generationOf(body);
      const sent: Sent = { process, body, generation, beganAt, beganStep, endedAt: null };
      this.#expectAlone(sent);
      this.sent.push(sent);
      this.#world.note(`${process.name} sends ${nameOf(body)}`);
      return new Promise((resolve) => {
        const end = (result: Partial<typeof answered>) => {
          if (sent.endedAt !== null) return;
          sent.endedAt = this.#world.now;
          resolve({ ...answered, ...result });
        };
        const aborted = { status: null, body: null, failure: 'aborted' as const };
        if (signal.aborted) return end(aborted);
        signal.addEventListener('abort', () => end(aborted), { once: true });
        const [after, result] = this.#answer();
        this.#world.soon('a receiver answers', () => end(result), { process, after, within: 200 });
      });
    };
  }

  #answer(): readonly [number, Partial<typeof answered>] {
    const { draw } = this.#world;
    const kind = this.isQuiet ? 0 : Math.min(9, draw(10) + (this.#areSlow ? 5 : 0));
    if (kind < 5) return [0, {}];
    if (kind < 7) return [draw(500), { status: 500, body: Buffer.from('no') }];
    if (kind < 9) return [2_000 + draw(50_000), {}];
    return [40_000, { status: null, body: null, failure: 'timeout', detail: '8 s' }];
  }

  /** Invariant: only one gateway delivers a callback at a time, unless the other gateway counts as dead. */
  #expectAlone(sent: Sent): void {
    if (this.isExcused(sent)) return;
    const other = this.sent.find(
      (each) => each.body === sent.body && each.endedAt === null && !this.isExcused(each),
    );
    if (other !== undefined)
      throw this.#world.broken(`${other.process.name} and ${sent.process.name} deliver the same callback`);
  }

  /**
   * Returns whether the sending gateway was disrupted during the delivery, so another gateway may send the callback
   * again.
   */
  isExcused({ process, beganAt, endedAt, generation }: Sent): boolean {
    const until = endedAt === null ? Number.POSITIVE_INFINITY : endedAt + aboutMs;
    return (
      generation !== this.#database.generation ||
      process.disruptedAt.some((at) => at >= beganAt - aboutMs && at <= until)
    );
  }

  isDelivering(process: Process): boolean {
    return this.sent.some((each) => each.process === process && each.endedAt === null);
  }

  /** Invariant: each crash or stall causes at most one additional delivery. */
  expectFewExtra(body: string, attempts: number): void {
    const sent = this.sent.filter(
      (each) => each.body === body && each.generation === this.#database.generation,
    );
    const excused = sent.filter((each) => this.isExcused(each)).length;
    if (sent.length > attempts + excused)
      throw this.#world.broken(`${nameOf(body)} was sent ${sent.length} times for ${attempts} attempts`);
  }

  /** Returns the deliveries of undisturbed gateways that have been running since a step. */
  stillUnderWay(sinceStep: number): readonly Sent[] {
    return this.sent.filter(
      (each) => each.beganStep < sinceStep && each.endedAt === null && !this.isExcused(each),
    );
  }
}

function nameOf(body: string): string {
  const { orderNo, status } = JSON.parse(body) as Record<string, unknown>;
  return `${orderNo} ${status}`;
}
