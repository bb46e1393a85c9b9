import { formatIst } from '@inrgate/sdk/protocol';
import { attemptDelivery } from './callbacks/delivery.ts';
import { httpSender } from './callbacks/http-sender.ts';
import { CallbackScheduler } from './callbacks/scheduler.ts';
import type { Sender } from './callbacks/sender.ts';
import { dueOf } from './clock/due-of-change.ts';
import type { GatewayClock } from './clock/gateway-clock.ts';
import { type ClockKeeper, type DueSource, Timetable } from './clock/timetable.ts';
import { defaultSettings, type GatewayConfig } from './configuration/options.ts';
import { clockView } from './control/clock.ts';
import type { ControlDeps } from './control/deps.ts';
import type { Merchant } from './domain/merchant.ts';
import { Era } from './era.ts';
import { callbackFaults } from './faults/callback-faults.ts';
import type { WireServices } from './http/answering/services.ts';
import { randomIds } from './operations/ids.ts';
import { inTurn, type Ports } from './operations/ports.ts';
import { expireOrders } from './operations/settle-deposit.ts';
import type { AnsweredExchange } from './router.ts';
import { firstMchId, parseConfig, seed, seedAnew } from './seed.ts';
import { type ClockOptions, startClock } from './start-clock.ts';
import { openStore } from './store/sqlite/sqlite-store.ts';
import type { Change, Store } from './store/store.ts';
import { safely, warnOfNotice, warnOfTroubles } from './troubles.ts';
import { EventHub } from './watch/events.ts';
import { callbackEvent, eventsOf } from './watch/events-of-change.ts';
import { keepExchange } from './watch/kept-exchange.ts';
import { RequestLog } from './watch/request-log.ts';

/** Everything is optional: without options there is the demo merchant, in memory, at real time. */
export interface GatewayOptions extends GatewayConfig {
  /** The database file; in memory when it is left out. */
  readonly db?: string | undefined;
  /** How the clock starts. `now` is an ISO-8601 instant with its offset; real time when it is left out. */
  readonly clock?: ClockOptions | undefined;
  /** The bearer token of the control API; needed to listen on an address that is not loopback. */
  readonly controlToken?: string | undefined;
  /**
   * Where others reach the gateway, when that is not where it listens: behind a tunnel or a proxy, or in an app of yours.
   * `http://127.0.0.1:3000`, without a path; it is what `payUrl` and all addresses say.
   */
  readonly origin?: string | undefined;
  /** How callbacks are sent; over HTTP when it is left out. */
  readonly sender?: Sender | undefined;
  /**
   * Hears of what fails: why a request was answered 500, and what fails between requests, such as a callback that cannot
   * be recorded on a full disk, which is tried again. A process warning for each kind when it is left out.
   */
  readonly onError?: ((error: unknown) => void) | undefined;
  /** Hears at the start of what in `merchants` changes nothing: a `balance` of a stored wallet. Else a process warning. */
  readonly onNotice?: ((notice: string) => void) | undefined;
}

/** As `openStore` does it. */
export type OpenStore = (file: string | null) => Store;

/** The parts of a gateway, wired; what reaches them from outside is `gateway.ts`. */
export class Runtime {
  readonly #store: Store;
  readonly #clock: GatewayClock;
  readonly #config: GatewayConfig;
  readonly #onError: (error: unknown) => void;
  readonly #scheduler: CallbackScheduler;
  readonly #timetable: Timetable;
  readonly #events: EventHub;
  readonly #log = new RequestLog();
  readonly #closing = new AbortController();
  #era = new Era(defaultSettings);
  readonly #payUrl: (token: string) => string;
  #services: WireServices;
  /** Ends when the reset that is under way, if any, has ended. */
  #changing: Promise<unknown> = Promise.resolve();

  readonly ports: Ports;
  readonly control: ControlDeps;

  /**
   * Opens the store, brings it to the configuration, and takes up what an earlier run left.
   *
   * @param origin where the gateway says it is, now
   * @param open only tests have a store of their own
   */
  static async open(
    options: GatewayOptions,
    origin: () => string,
    open: OpenStore = openStore,
  ): Promise<Runtime> {
    const { merchants, settings, db = null } = options;
    const given = { ...(merchants && { merchants }), ...(settings && { settings }) };
    parseConfig(given);
    // A reset comes back to it, whatever the caller has done with its own since.
    const config = structuredClone(given);
    const store = open(db);
    try {
      const stored = await store.clock();
      const clock = startClock(stored?.value ?? null, options.clock ?? {});
      const { sender = httpSender() } = options;
      const onError = options.onError === undefined ? warnOfTroubles() : safely(options.onError);
      const runtime = new Runtime({
        store,
        clock,
        clockVersion: stored?.version ?? 0,
        config,
        origin,
        sender,
        onError,
      });
      await runtime.#start(options.onNotice ?? warnOfNotice);
      // A clock that the options have moved is kept like any other that was (contract: Control API, with --db).
      if (options.clock !== undefined) await runtime.#timetable.save();
      return runtime;
    } catch (error) {
      await store.close();
      throw error;
    }
  }

  private constructor({ store, clock, clockVersion, config, origin, sender, onError }: RuntimeParts) {
    this.#store = store;
    this.#clock = clock;
    this.#config = config;
    this.#onError = onError;
    this.#events = new EventHub(onError);
    const ids = randomIds();
    this.ports = {
      store,
      clock,
      ids,
      settings: () => this.#era.settings,
      inTurn: inTurn(),
      committed: (change) => this.#committed(change),
      isPresent: () => true,
    };
    const delivery = { clock, sender, faults: callbackFaults(() => this.#era.faults) };
    this.#scheduler = new CallbackScheduler({
      queue: store.callbacks,
      ...delivery,
      newId: () => ids.id('note'),
      onError,
      onChange: (changed) => {
        if (this.#events.hasListeners) this.#events.emit(callbackEvent(changed()));
      },
    });
    this.#timetable = new Timetable({
      clock,
      sources: [this.#expiry(), this.#scheduler],
      keeper: this.#clockKeeper(),
      version: clockVersion,
      onError,
    });
    this.#payUrl = (token) => `${origin()}/pay/${token}`;
    this.#services = this.#servicesOf(this.#era);
    this.control = {
      ports: this.ports,
      portsNow: () => this.#services.ports,
      scheduler: this.#scheduler,
      clock,
      timetable: this.#timetable,
      faults: () => this.#era.faults,
      locks: () => this.#era.locks,
      events: this.#events,
      log: this.#log,
      tryDelivery: (callback) =>
        attemptDelivery(delivery, callback, {
          number: 1,
          manual: false,
          signal: AbortSignal.any([this.#closing.signal, this.#era.ended]),
        }),
      payUrl: this.#payUrl,
      reset: () => this.#reset(),
    };
  }

  /** What the wire API is answered from; a request keeps what it began with. */
  get services(): WireServices {
    return this.#services;
  }

  /** The merchant that `MockGateway.merchant` stands for. */
  get firstMchId(): string {
    return firstMchId(this.#config);
  }

  /** Tells whoever looks after the gateway of what failed. */
  get failed(): (error: unknown) => void {
    return this.#onError;
  }

  /** Aborts when the gateway closes. */
  get closing(): AbortSignal {
    return this.#closing.signal;
  }

  /** Logs an exchange of the wire API. */
  answered({ request, trace, response, durationMs }: AnsweredExchange): void {
    const { body, isPresent, ...noted } = trace;
    if (!isPresent()) return;
    const id = this.#log.record({
      time: formatIst(this.#clock.now()),
      ip: request.ip,
      method: request.method,
      path: request.path,
      ...noted,
      exchange: keepExchange(request, body, response),
      status: response.status,
      durationMs: Math.round(durationMs * 1000) / 1000,
    });
    if (!this.#events.hasListeners) return;
    const data = this.#log.get(id);
    if (data !== null) this.#events.emit({ type: 'request', data });
  }

  /** @param answered ends when the last request has been answered; until then there is a store to answer from */
  async close(answered: Promise<void>): Promise<void> {
    this.#closing.abort(new Error('the gateway was closed'));
    this.#events.end();
    this.#timetable.stop();
    await Promise.all([answered, this.#scheduler.stop()]);
    // What waited for its turn still finds the store, and a reset that was half way does not set going what stopped.
    await Promise.all([this.#timetable.idle(), this.ports.inTurn(async () => {})]);
    await this.#scheduler.stop();
    await this.#store.close();
  }

  async #start(onNotice: (notice: string) => void): Promise<void> {
    const { settings, notices } = await seed(this.ports, this.#config);
    this.#era.settings = settings;
    for (const notice of notices) onNotice(notice);
    for (const merchant of await this.#store.merchants.all()) this.#protect(merchant);
    await this.#scheduler.start();
    this.#timetable.start();
  }

  /** contract: POST /reset. What is asked for before it ends or is forgotten, what is asked for later comes after it. */
  #reset(): Promise<void> {
    // At once a place in both queues: that of the clock, and that of settings and merchants.
    const turn = Promise.withResolvers<void>();
    const reset = this.#timetable.stopFor(async () => {
      await turn.promise;
      await this.#replaceAll();
    });
    void this.ports.inTurn(() => {
      turn.resolve();
      return reset.catch(() => {});
    });
    // A move of the clock that is under way waits for its deliveries.
    this.#scheduler.stop({ graceMs: 0 }).catch(this.#onError);
    return reset;
  }

  async #replaceAll(): Promise<void> {
    try {
      await this.#scheduler.stop({ graceMs: 0 });
      const replaced = this.#replaceStored();
      this.#changing = replaced.catch(() => {});
      await replaced;
      this.#events.emit({ type: 'clock', data: clockView(this.#clock) });
    } finally {
      if (!this.#closing.signal.aborted) {
        // A store that fails here fails later too, and then is tried again.
        await this.#scheduler.start().catch(this.#onError);
        this.#timetable.start();
      }
    }
  }

  /** One step: nobody finds the store without its merchants, or the locks of before with the merchants of after. */
  async #replaceStored(): Promise<void> {
    const clock = { now: () => this.#clock.realTime };
    const { settings, change } = seedAnew({ ids: this.ports.ids, clock }, this.#config);
    const before = this.#era;
    before.end();
    try {
      const { committed } = await this.#store.startOver(change);
      if (!committed) throw new Error('a configuration that was seeded once has no precondition to fail');
      // From here to the end nothing is awaited.
      this.#begin(new Era(settings));
      this.#clock.reset();
      this.#log.clear();
      for (const write of change) if (write.write === 'insert_merchant') this.#protect(write.merchant);
    } catch (error) {
      this.#begin(new Era(before.settings, before));
      throw error;
    }
  }

  #begin(era: Era): void {
    this.#era = era;
    this.#services = this.#servicesOf(era);
  }

  #servicesOf(era: Era): WireServices {
    const { faults, rates, locks, isPresent } = era;
    const committed = (change: Change) => {
      if (isPresent()) this.#committed(change);
    };
    return {
      ports: { ...this.ports, settings: () => era.settings, committed, isPresent },
      faults,
      rates,
      locks,
      payUrl: this.#payUrl,
      failed: this.#onError,
      present: () => this.#changing.then(() => this.#services),
    };
  }

  #committed(change: Change): void {
    for (const write of change) {
      if (write.write === 'put_settings') this.#era.settings = write.settings;
      if (write.write === 'insert_merchant' || write.write === 'update_merchant')
        this.#protect(write.merchant);
    }
    const due = dueOf(change);
    if (due !== null) this.#timetable.poke(due);
    if (this.#events.hasListeners) for (const event of eventsOf(change)) this.#events.emit(event);
  }

  /** What a merchant signs with never shows in the request log. */
  #protect(merchant: Merchant): void {
    this.#log.protect(merchant);
  }

  #expiry(): DueSource {
    return {
      nextDue: () => this.#store.deposits.nextExpiry(),
      runDue: (now) => expireOrders(this.ports, now),
    };
  }

  #clockKeeper(): ClockKeeper {
    return {
      load: () => this.#store.clock(),
      save: async (clock, version) =>
        (await this.#store.commit([{ write: 'put_clock', clock, version }])).committed,
    };
  }
}

interface RuntimeParts {
  readonly store: Store;
  readonly clock: GatewayClock;
  /** That of the clock as it was stored; 0 when it was not. */
  readonly clockVersion: number;
  readonly config: GatewayConfig;
  readonly origin: () => string;
  readonly sender: Sender;
  readonly onError: (error: unknown) => void;
}
