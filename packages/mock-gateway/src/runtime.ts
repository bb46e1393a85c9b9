import { httpSender, type Sender } from '@inrgate/conformance/internal';
import { attemptDelivery } from './callbacks/delivery.ts';
import { KeepAlivePool } from './callbacks/keep-alive-pool.ts';
import { CallbackScheduler } from './callbacks/scheduler.ts';
import { type DueSource, Timetable } from './clock/timetable.ts';
import type { GatewayConfig } from './configuration/options.ts';
import { clockMoved } from './control/clock.ts';
import type { ControlDeps } from './control/deps.ts';
import type { ControlEvent } from './control/responses/events.ts';
import { checkedCaps } from './delivery-caps.ts';
import { callbackFaults } from './faults/faults.ts';
import type { GatewayOptions } from './gateway-options.ts';
import type { WireServices } from './http/pipeline/services.ts';
import { callbackEvent } from './observability/events-of-change.ts';
import { exchangeLog } from './observability/exchange-log.ts';
import { Metrics } from './observability/metrics.ts';
import { type OpenStore, openStoreOf } from './open-store.ts';
import { randomIds } from './operations/ids.ts';
import { expireOrders, expireSomeOrders } from './operations/settle-deposit.ts';
import { PresentGeneration } from './present-generation.ts';
import { resetGateway, restoreGateway } from './reset.ts';
import { firstMchId, parseConfig, seed } from './seed.ts';
import { SimulatedCustomers } from './simulation/simulated-customers.ts';
import { startClock } from './start-clock.ts';
import { GatewayState } from './state/gateway-state.ts';
import type { Change, Store, StoredClock } from './store/store.ts';
import { safely, warnOfNotice, warnOfTroubles } from './troubles.ts';

/** Creates and connects the parts of a gateway. `gateway.ts` is the public interface. */
export class Runtime {
  readonly #state: GatewayState;
  readonly #config: GatewayConfig;
  readonly #onError: (error: unknown) => void;
  readonly #connections: KeepAlivePool;
  readonly #scheduler: CallbackScheduler;
  readonly #timetable: Timetable;
  readonly #customers: SimulatedCustomers;
  readonly #closing = new AbortController();
  readonly #present: PresentGeneration;
  /** True if the gateway is about to stop. */
  #ending = false;

  readonly control: Omit<ControlDeps, 'sendWire'>;
  /** Logs an exchange of the wire API. */
  readonly answered: ReturnType<typeof exchangeLog>;

  /**
   * Opens the store, seeds it with the configuration and continues the work of an earlier run.
   *
   * @param open opens the store. By default, the option `db` determines the store
   */
  static async open(
    options: GatewayOptions,
    origin: () => string,
    open: OpenStore = openStoreOf,
  ): Promise<Runtime> {
    const config = ownConfig(options);
    const caps = checkedCaps(options);
    const connections = new KeepAlivePool({ ...caps, maxIdle: caps.maxDeliveries });
    const { sender = httpSender({ connections }) } = options;
    const onError = options.onError === undefined ? warnOfTroubles() : safely(options.onError);
    const store = open(options.db);
    try {
      const clock = startClock((await store.clock())?.value ?? null, options.clock ?? {});
      const state = new GatewayState({ store, clock, failed: onError });
      if (options.controlToken !== undefined) state.log.protectToken(options.controlToken);
      const parts = { state, config, origin, sender, caps, connections, onError };
      const runtime = new Runtime(parts);
      await runtime.#start(options.onNotice ?? warnOfNotice);
      // Store the clock if the options moved it, as after any move (contract: Control API, with --db).
      if (options.clock !== undefined) await runtime.#timetable.save();
      return runtime;
    } catch (error) {
      await store.close();
      throw error;
    }
  }

  private constructor(parts: RuntimeParts) {
    const { state, config, origin, sender, caps, connections, onError } = parts;
    this.#connections = connections;
    const { store, clock, log, events } = state;
    this.#state = state;
    this.#config = config;
    this.#onError = onError;
    const payUrl = (token: string) => `${origin()}/pay/${token}`;
    const ids = randomIds();
    const closing = this.#closing.signal;
    const committed = (change: Change) => void this.#customers.committed(change).catch(onError);
    const wake = (at: number) => this.#timetable.poke(at);
    const present = new PresentGeneration({ state, ids, payUrl, failed: onError, closing, committed, wake });
    this.#present = present;
    const metrics = new Metrics();
    this.answered = exchangeLog({ clock, log, events, metrics, failed: onError });
    const delivery = {
      clock,
      sender,
      faults: callbackFaults(() => state.generation.faults),
      attempted: (isDelivered: boolean) => metrics.attempt(isDelivered),
    };
    this.#scheduler = new CallbackScheduler({
      queue: store.callbacks,
      owner: ids.id('gateway'),
      ...delivery,
      ...caps,
      newId: () => ids.id('note'),
      onError,
      onChange: (changed) => events.publish(() => [callbackEvent(changed()) satisfies ControlEvent]),
    });
    const faults = () => state.generation.faults;
    this.#customers = new SimulatedCustomers({ ports: present.ports, faults });
    this.#timetable = this.#newTimetable();
    const own = { scheduler: this.#scheduler, timetable: this.#timetable };
    const replaceable = { ...own, state, present, config, closing, onError };
    this.control = {
      ports: present.ports,
      portsNow: () => present.services.ports,
      ...own,
      clock,
      faults,
      locks: () => state.generation.locks,
      events,
      log,
      metrics,
      isEnding: () => this.#ending,
      tryDelivery: (callback) =>
        attemptDelivery(delivery, callback, {
          number: 1,
          manual: false,
          signal: present.endpointChecks.ended,
        }),
      origin,
      sender,
      endpointChecks: () => present.endpointChecks,
      payUrl,
      reset: () => resetGateway(replaceable).then(() => this.#customers.load()),
      restore: (name) => restoreGateway(replaceable, name).then(() => this.#customers.load()),
    };
  }

  #newTimetable(): Timetable {
    const { clock, workLocks, store } = this.#state;
    const { ports } = this.#present;
    const expiry: DueSource = {
      nextDue: () => store.deposits.nextExpiry(),
      runDue: (now) => expireOrders(ports, now),
      startDue: (now) => expireSomeOrders(ports, now),
    };
    return new Timetable({
      clock,
      // Deliveries are first, because merchants wait for callbacks.
      sources: [this.#scheduler, expiry, this.#customers],
      keep: (moved) => keepClock(store, moved),
      inTurn: (work) => workLocks.withLock(['clock'], work),
      onError: this.#onError,
    });
  }

  get services(): WireServices {
    return this.#present.services;
  }

  /**
   * Advances the clock to an instant in epoch milliseconds, unless the instant is in the past. Callable without `this`.
   */
  readonly advanceTo = (at: number) => clockMoved(this.control, this.#timetable.advanceTo(at));

  /** Merchant ID of the default merchant, `MockGateway.merchant`. */
  get firstMchId(): string {
    return firstMchId(this.#config);
  }

  get failed(): (error: unknown) => void {
    return this.#onError;
  }

  get closing(): AbortSignal {
    return this.#closing.signal;
  }

  /** Makes `ready` fail and stops claiming callbacks. The gateway still processes requests. */
  drain(): Promise<void> {
    this.#ending = true;
    return this.#scheduler.drain();
  }

  /** @param answered resolves after the last response, which can still use the store */
  async close(answered: Promise<void>): Promise<void> {
    this.#ending = true;
    this.#closing.abort(new Error('the gateway was closed'));
    this.#state.events.end();
    this.#timetable.stop();
    await Promise.all([answered, this.#scheduler.stop()]);
    // Wait, because running work can still use the store. A reset that ends now does not restart stopped timers.
    await Promise.all([this.#timetable.idle(), this.#state.workLocks.idle()]);
    await this.#scheduler.stop();
    this.#connections.close();
    await this.#state.close();
  }

  async #start(onNotice: (notice: string) => void): Promise<void> {
    const { settings, notices } = await seed(this.#present.ports, this.#config);
    this.#state.generation.settings.changed(settings);
    await this.#customers.load();
    for (const notice of notices) onNotice(notice);
    for (const merchant of await this.#state.store.merchants.all()) this.#state.log.protect(merchant);
    await this.#scheduler.start();
    this.#timetable.start();
  }
}

interface RuntimeParts {
  readonly state: GatewayState;
  readonly config: GatewayConfig;
  readonly origin: () => string;
  readonly sender: Sender;
  readonly caps: ReturnType<typeof checkedCaps>;
  readonly connections: KeepAlivePool;
  readonly onError: (error: unknown) => void;
}

/**
 * Copies the configuration for later resets, because the caller can change the object.
 *
 * @throws {ConfigurationError}
 */
function ownConfig({ merchants, settings }: GatewayConfig): GatewayConfig {
  const given = { ...(merchants && { merchants }), ...(settings && { settings }) };
  parseConfig(given);
  return structuredClone(given);
}

/** Stores the clock. No other write of the clock can come between, because the caller holds the lock of the clock. */
async function keepClock(store: Store, clock: StoredClock): Promise<void> {
  const version = ((await store.clock())?.version ?? 0) + 1;
  const { committed } = await store.commit([{ write: 'put_clock', clock, version }]);
  if (!committed) throw new Error('the clock was stored twice at the same time');
}
