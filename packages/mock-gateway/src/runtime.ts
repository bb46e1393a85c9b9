import { formatIst } from '@inrgate/sdk/protocol';
import { attemptDelivery } from './callbacks/delivery.ts';
import { httpSender } from './callbacks/http-sender.ts';
import { CallbackScheduler } from './callbacks/scheduler.ts';
import type { Sender } from './callbacks/sender.ts';
import { dueOf } from './clock/due-of-change.ts';
import { GatewayClock } from './clock/gateway-clock.ts';
import { type DueSource, Timetable } from './clock/timetable.ts';
import { callbackEvent, eventsOf } from './control/announcements.ts';
import type { ControlDeps } from './control/deps.ts';
import { EventHub } from './control/events.ts';
import { keepExchange } from './control/kept-exchange.ts';
import { RequestLog } from './control/request-log.ts';
import type { Merchant } from './domain/merchant.ts';
import type { Settings } from './domain/settings.ts';
import { callbackFaults } from './faults/callback-faults.ts';
import { FaultList } from './faults/fault-list.ts';
import { RateWindow } from './http/rate-window.ts';
import type { AnsweredExchange } from './http/router.ts';
import type { WireServices } from './http/services.ts';
import { SignatureLock } from './http/signature-lock.ts';
import { randomIds } from './ids.ts';
import { inTurn, type Ports } from './operations/ports.ts';
import { expireOrders } from './operations/settle-deposit.ts';
import { defaultSettings, type GatewayConfig } from './options.ts';
import { ConfigError, firstMchId, parseConfig, seed } from './seed.ts';
import { openStore } from './store/sqlite/sqlite-store.ts';
import type { Change, Store, StoredClock } from './store/store.ts';

/** Everything is optional: without options there is the demo merchant, in memory, at real time. */
export interface GatewayOptions extends GatewayConfig {
  /** The database file; in memory when it is left out. */
  readonly db?: string | undefined;
  /** How the clock starts. `now` is an ISO-8601 instant with its offset; real time when it is left out. */
  readonly clock?:
    | { readonly now?: string | undefined; readonly mode?: 'running' | 'frozen' | undefined }
    | undefined;
  /** The bearer token of the control API; needed to listen on an address that is not loopback. */
  readonly controlToken?: string | undefined;
  /** How callbacks are sent; over HTTP when it is left out. */
  readonly sender?: Sender | undefined;
  /**
   * Hears of a store that fails between requests: a callback that cannot be claimed or recorded, an order that cannot
   * expire. It is tried again. A process warning when it is left out.
   */
  readonly onError?: ((error: unknown) => void) | undefined;
}

/** The parts of a gateway, wired; what reaches them from outside is `gateway.ts`. */
export class Runtime {
  readonly #store: Store;
  readonly #clock: GatewayClock;
  readonly #config: GatewayConfig;
  readonly #scheduler: CallbackScheduler;
  readonly #timetable: Timetable;
  readonly #faults = new FaultList();
  readonly #rates = new RateWindow();
  readonly #locks = new SignatureLock();
  readonly #events = new EventHub();
  readonly #log = new RequestLog();
  readonly #closing = new AbortController();
  readonly #oneReset = inTurn();
  #settings: Settings = defaultSettings;

  readonly ports: Ports;
  readonly services: WireServices;
  readonly control: ControlDeps;

  /**
   * Opens the store, brings it to the configuration, and takes up what an earlier run left.
   *
   * @param origin where the gateway says it is, now
   */
  static async open(options: GatewayOptions, origin: () => string): Promise<Runtime> {
    const { merchants, settings, db = null } = options;
    const given = { ...(merchants && { merchants }), ...(settings && { settings }) };
    parseConfig(given);
    // A reset comes back to it, whatever the caller has done with its own since.
    const config = structuredClone(given);
    const store = openStore(db);
    try {
      const clock = startClock(await store.clock(), options.clock ?? {});
      const { sender = httpSender(), onError = warn } = options;
      const runtime = new Runtime({ store, clock, config, origin, sender, onError });
      await runtime.#start();
      // A clock that the options have moved is kept like any other that was (contract: Control API, with --db).
      if (options.clock !== undefined) await runtime.#timetable.save();
      return runtime;
    } catch (error) {
      await store.close();
      throw error;
    }
  }

  private constructor({ store, clock, config, origin, sender, onError }: RuntimeParts) {
    this.#store = store;
    this.#clock = clock;
    this.#config = config;
    const ids = randomIds();
    this.ports = {
      store,
      clock,
      ids,
      settings: () => this.#settings,
      inTurn: inTurn(),
      committed: (change) => this.#committed(change),
    };
    const delivery = { clock, sender, faults: callbackFaults(this.#faults) };
    this.#scheduler = new CallbackScheduler({
      queue: store.callbacks,
      ...delivery,
      newId: () => ids.id('note'),
      onError,
      onChange: (callback) => this.#events.emit(callbackEvent(callback)),
    });
    this.#timetable = new Timetable({
      clock,
      sources: [this.#expiry(), this.#scheduler],
      save: (stored) => this.#saveClock(stored),
      onError,
    });
    const payUrl = (token: string) => `${origin()}/pay/${token}`;
    this.services = {
      ports: this.ports,
      faults: this.#faults,
      rates: this.#rates,
      locks: this.#locks,
      payUrl,
    };
    this.control = {
      ports: this.ports,
      scheduler: this.#scheduler,
      clock,
      timetable: this.#timetable,
      faults: this.#faults,
      locks: this.#locks,
      events: this.#events,
      log: this.#log,
      tryDelivery: (callback) =>
        attemptDelivery(delivery, callback, { number: 1, manual: false, signal: this.#closing.signal }),
      payUrl,
      reset: () => this.#oneReset(() => this.#reset()),
    };
  }

  /** The merchant that `MockGateway.merchant` stands for. */
  get firstMchId(): string {
    return firstMchId(this.#config);
  }

  /** Aborts when the gateway closes. */
  get closing(): AbortSignal {
    return this.#closing.signal;
  }

  /** Logs an exchange of the wire API. */
  answered({ request, trace, response, durationMs }: AnsweredExchange): void {
    const { body, ...noted } = trace;
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
    await this.#store.close();
  }

  async #start(): Promise<void> {
    this.#settings = await seed(this.ports, this.#config);
    for (const merchant of await this.#store.merchants.all()) this.#protect(merchant);
    await this.#scheduler.start();
    this.#timetable.start();
  }

  /** contract: POST /reset. */
  async #reset(): Promise<void> {
    // An advance that is under way ends at once: what it walks through is about to be forgotten.
    this.#timetable.stop();
    await this.#scheduler.stop({ graceMs: 0 });
    await this.#store.clear();
    for (const part of [this.#faults, this.#rates, this.#locks, this.#log]) part.clear();
    await this.#timetable.reset();
    await this.#start();
  }

  #committed(change: Change): void {
    for (const write of change) {
      if (write.write === 'put_settings') this.#settings = write.settings;
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

  async #saveClock(clock: StoredClock): Promise<void> {
    await this.#store.commit([{ write: 'put_clock', clock }]);
  }
}

interface RuntimeParts {
  readonly store: Store;
  readonly clock: GatewayClock;
  readonly config: GatewayConfig;
  readonly origin: () => string;
  readonly sender: Sender;
  readonly onError: (error: unknown) => void;
}

function warn(error: unknown): void {
  process.emitWarning(error instanceof Error ? error : String(error), 'InrgateGatewayWarning');
}

/** As it was stored, or as the options want it; never before the stored time. */
function startClock(
  stored: StoredClock | null,
  { now, mode }: NonNullable<GatewayOptions['clock']>,
): GatewayClock {
  const clock = new GatewayClock({ stored });
  if (now === undefined) {
    if (mode === 'frozen') clock.freeze();
    return clock;
  }
  const at = Date.parse(now);
  if (Number.isNaN(at)) throw new ConfigError('clock.now', 'must be an ISO-8601 instant with its offset');
  if (stored !== null && at < clock.now()) {
    throw new ConfigError('clock.now', 'is before the time of the stored clock, which only goes forward');
  }
  return new GatewayClock({ stored: { offset: at - Date.now(), frozenAt: mode === 'frozen' ? at : null } });
}
