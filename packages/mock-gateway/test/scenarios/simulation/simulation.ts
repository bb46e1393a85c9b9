import { openGateway } from '../../../src/gateway.ts';
import type { GatewayOptions } from '../../../src/index.ts';
import { Calls, type Member } from './calls.ts';
import { Clients, merchants } from './clients.ts';
import { FarDatabase } from './far-database.ts';
import { FarEnd } from './far-end.ts';
import { expectLastState } from './last-state.ts';
import type { Planted } from './planted.ts';
import { Receivers } from './receivers.ts';
import type { Stage } from './stage.ts';
import { Process, World } from './world.ts';

interface Simulated {
  readonly seed: number;
  /** Mistake to insert into the gateways. */
  readonly planted?: Planted | undefined;
  /** Number of external actions. */
  readonly actions?: number | undefined;
}

const settings = { rateLimitPerMinute: 6 };
const options: GatewayOptions = {
  merchants: merchants.map((merchant) => ({
    ...merchant,
    callbackUrl: `http://${merchant.mchId.toLowerCase()}.test/callbacks`,
    balance: '20000.00',
  })),
  settings,
};

/** Number of the last steps that a failure prints. */
const shown = 60;

interface Waiting {
  readonly kind: 'leads' | 'delivers' | 'is there';
  left: number;
  readonly befalls: (process: Process) => void;
}

/** A history of three gateways. The seed determines the history. */
class Simulation implements Stage {
  readonly world: World;
  readonly database: FarDatabase;
  readonly receivers: Receivers;
  readonly calls: Calls;
  readonly clients: Clients;
  /** The gateways that have started. */
  readonly members: Member[] = [];
  readonly #planted: Planted | null;
  readonly #peers = new Set<FarEnd>();
  readonly #actions: number;
  readonly #waiting: Waiting[] = [];
  #started = 0;
  /** Number of gateways that are starting. */
  #starting = 0;
  #acting = 0;

  constructor({ seed, planted, actions = 14 }: Simulated) {
    this.world = new World(seed);
    this.#planted = planted ?? null;
    this.#actions = actions;
    this.database = new FarDatabase(this.world, this.#planted);
    this.receivers = new Receivers(this.world, this.database);
    this.calls = new Calls(this.world, this.database);
    this.clients = new Clients(this);
  }

  async run(): Promise<void> {
    const uninstall = this.world.install();
    try {
      for (let count = 3; count > 0; count--) this.start();
      await this.#while(() => this.#starting > 0);
      await this.#acted();
      await this.#quiet();
    } finally {
      uninstall();
      await this.database.store.close();
    }
  }

  start(): void {
    this.#started += 1;
    const process = new Process(`G${this.#started}`);
    this.#starting += 1;
    this.world.note(`${process.name} starts`);
    const { world, database } = this;
    const end = () => new FarEnd({ world, database, process, planted: this.#planted, peers: this.#peers });
    const opened = world.within(process, () =>
      openGateway(
        {
          ...options,
          sender: this.receivers.senderOf(process),
          onError: (error) => this.#heard(process, error),
        },
        async () => ({ connect: () => end().shared }),
      ),
    );
    opened.then(
      (gateway) => {
        this.#starting -= 1;
        this.members.push({ process, gateway });
      },
      (error: unknown) => {
        this.#starting -= 1;
        world.broken(`${process.name} could not start: ${error}`);
      },
    );
  }

  #heard(process: Process, error: unknown): void {
    this.world.note(`${process.name} failed: ${error}`);
  }

  get present(): readonly Member[] {
    return this.members.filter(({ process }) => process.state !== 'dead');
  }

  /** A gateway that has not received a stop signal. */
  get anyone(): Member {
    return this.world.one(this.present);
  }

  lieInWait(befalls: (process: Process) => void): void {
    const kind = this.world.one(['leads', 'leads', 'delivers', 'delivers', 'is there'] as const);
    this.#waiting.push({ kind, left: this.world.draw(6), befalls });
  }

  #lurk(): void {
    for (const waiting of [...this.#waiting]) {
      const found = this.present.filter(
        ({ process }) => process.state === 'up' && this.#does(waiting.kind, process),
      );
      if (found.length === 0 || waiting.left-- > 0) continue;
      this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
      waiting.befalls(this.world.one(found).process);
    }
  }

  #does(kind: Waiting['kind'], process: Process): boolean {
    if (kind === 'leads') return this.database.tickets.leading.includes(process.name);
    return kind === 'is there' || this.receivers.isDelivering(process);
  }

  stop(member: Member): void {
    const { process, gateway } = member;
    process.disruptedAt.push(this.world.now);
    this.members.splice(this.members.indexOf(member), 1);
    this.world.note(`${process.name} receives a stop signal`);
    void this.world
      .within(process, () => gateway.close())
      .then(() => {
        process.state = 'dead';
        process.disruptedAt.push(this.world.now);
      });
  }

  async #while(goesOn: () => boolean): Promise<void> {
    await this.world.whileNot(() => {
      this.database.expectClockForward();
      this.#lurk();
      return !goesOn();
    });
  }

  later(act: () => void, after: number): void {
    this.#acting += 1;
    const acts = () => {
      this.#acting -= 1;
      act();
    };
    this.world.soon('somebody acts', acts, { after, within: 100 });
  }

  async #acted(): Promise<void> {
    let after = 0;
    for (let count = this.#actions; count > 0; count--) {
      // Some actions are simultaneous, and others begin after all earlier actions.
      after += this.world.one([0, 0, 0, 50, 1_000, 20_000]);
      this.later(() => this.clients.act(), after);
    }
    await this.#while(() => this.#acting > 0);
  }

  /** Stops all failures, and then moves the clock by eight hours. */
  async #quiet(): Promise<void> {
    const { world } = this;
    this.receivers.isQuiet = true;
    this.#waiting.length = 0;
    if (this.present.length === 0) this.start();
    await this.#while(
      () =>
        this.#acting > 0 ||
        this.#starting > 0 ||
        this.calls.open.length > 0 ||
        this.members.some(({ process }) => process.state === 'stalled'),
    );
    if (world.chance(30)) await this.#expectNothingLeft();
    await this.#done(this.calls.control(this.anyone, 'DELETE', '/faults'));
    await this.#goOn();
    const settled = await this.#done(this.calls.control(this.anyone, 'POST', '/callbacks/settle', {}));
    if (settled.answer?.body['settled'] !== true || settled.answer.body['pending'] !== 0)
      throw world.broken(`it is not settled: ${JSON.stringify(settled.answer)}`);
    await expectLastState(this);
  }

  /** Waits for the end of the clock lease if a gateway died during a move. */
  async #goOn(): Promise<void> {
    const { answer } = await this.#done(
      this.calls.control(this.anyone, 'POST', '/clock/advance', { by: '8h' }),
    );
    if (answer?.status !== 200)
      throw this.world.broken(`the clock does not go on: ${JSON.stringify(answer)}`);
  }

  /** Expects that running gateways take over the work of dead gateways, even without notifications and requests. */
  async #expectNothingLeft(): Promise<void> {
    const { world, database } = this;
    const until = world.now + 75_000;
    await this.#while(() => world.now < until);
    const { callbacks, deposits } = database.store;
    const [due, expires] = [await callbacks.nextDue(), await deposits.nextExpiry()];
    const since = database.trueTime - 15_000 - world.latenessMs;
    if (due !== null && due < since) throw world.broken('no instance delivers a callback that is due');
    if (expires !== null && expires < since) throw world.broken('no instance expires an order that is due');
  }

  async #done<T>(work: Promise<T>): Promise<T> {
    await this.world.until(work);
    return work;
  }
}

/** Simulates a history. If it finds a violation, fails with the seed. */
export async function simulate(simulated: Simulated): Promise<World> {
  const simulation = new Simulation(simulated);
  try {
    await simulation.run();
  } catch (cause) {
    const last = simulation.world.trace.slice(-shown).join('\n');
    throw new Error(`seed ${simulated.seed}: ${(cause as Error).message}\n${last}`, { cause });
  }
  return simulation.world;
}

/** Returns the report of the first seed that finds a mistake. */
export async function findPlanted(
  planted: Planted,
  { from, atMost }: { readonly from: number; readonly atMost: number },
): Promise<string> {
  for (let seed = from; seed < from + atMost; seed++) {
    const found = await simulate({ seed, planted }).then(
      () => null,
      (error: Error) => error.message,
    );
    if (found !== null) return found;
  }
  return `no seed from ${from} to ${from + atMost} finds it`;
}
