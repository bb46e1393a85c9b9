import { httpSender, type Sender } from '@inrgate/conformance/internal';
import { attemptDelivery } from './callbacks/delivery.ts';
import { KeepAlivePool } from './callbacks/keep-alive-pool.ts';
import { CallbackScheduler } from './callbacks/scheduler.ts';
import { type DueSource, Timetable } from './clock/timetable.ts';
import type { Shared } from './cluster/shared.ts';
import { ConfigurationError } from './configuration/configuration-error.ts';
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
import { type OpenBackend, openBackend } from './open-backend.ts';
import { seedableIds } from './operations/seedable-ids.ts';
import { expireOrders, expireSomeOrders } from './operations/settle-deposit.ts';
import { PresentGeneration } from './present-generation.ts';
import { resetGateway, restoreGateway } from './reset.ts';

import { firstMchId, parseConfig, seed } from './seed.ts';
import { DayRunner } from './simulation/day-runner.ts';
import { SimulatedCustomers } from './simulation/simulated-customers.ts';
import type { Change } from './store/store.ts';

import { safely, warnOfNotice, warnOfTroubles } from './troubles.ts';

/** Creates and connects the parts of a gateway. `gateway.ts` is the public interface. */
export class Runtime {
  readonly #shared: Shared;
  readonly #config: GatewayConfig;
  readonly #onError: (error: unknown) => void;
  readonly #connections: KeepAlivePool;
  readonly #scheduler: CallbackScheduler;
  readonly #timetable: Timetable;
  /** Simulated customers. Null for a shared store, because each instance has its own plan in memory and would pay. */
  readonly #customers: SimulatedCustomers | null;
  readonly #dayRunner = new DayRunner();
  readonly #closing = new AbortController();
  readonly #present: PresentGeneration;
  /** Id of the instance, and owner of its claims. */
  readonly #id: string;
  readonly #startedAt: number;
  /** True if the gateway is about to stop. */
  #ending = false;

  readonly control: Omit<ControlDeps, 'sendWire'>;
  /** Logs an exchange of the wire API. */
  readonly answered: ReturnType<typeof exchangeLog>;

  /**
   * Opens the backend, seeds it with the configuration and continues the work of an earlier run.
   *
   * @param open opens the backend. By default, the options determine the backend
   */
  static async open(
    options: GatewayOptions,
    origin: () => string,
    open: OpenBackend = openBackend,
  ): Promise<Runtime> {
    const config = ownConfig(options);
    const caps = checkedCaps(options);
    const backend = await open(options);
    const connections = new KeepAlivePool({ ...caps, maxIdle: caps.maxDeliveries });
    const { sender = httpSender({ connections }) } = options;
    const onError = options.onError === undefined ? warnOfTroubles() : safely(options.onError);
    const shared = backend.connect({ failed: onError });
    if (options.controlToken !== undefined) shared.log.protectToken(options.controlToken);
    try {
      await shared.sync?.synchronize();
      const clockVersion = (await shared.store.clock())?.version ?? 0;
      const parts = { shared, clockVersion, config, origin, sender, caps, connections, onError };
      const runtime = new Runtime(parts);
      await runtime.#start(options.onNotice ?? warnOfNotice);
      // Store the clock if the options moved it, as after any move (contract: Control API, with --db).
      if (options.clock !== undefined) await runtime.#timetable.save();
      return runtime;
    } catch (error) {
      await shared.close();
      throw error;
    }
  }

  private constructor(parts: RuntimeParts) {
    const { shared, clockVersion, config, origin, sender, caps, connections, onError } = parts;
    this.#connections = connections;
    const { store, clock, log, events } = shared;
    this.#shared = shared;
    this.#config = config;
    this.#onError = onError;
    const payUrl = (token: string) => `${origin()}/pay/${token}`;
    const ids = seedableIds();
    this.#id = ids.id('gateway');
    this.#startedAt = clock.realTime;
    const closing = this.#closing.signal;
    const committed = (change: Change) => void this.#customers?.committed(change).catch(onError);
    const present = new PresentGeneration({ shared, ids, payUrl, failed: onError, closing, committed });
    this.#present = present;
    const isShared = () => (shared.sync?.isReached && shared.sync.hasOthers) ?? false;
    const metrics = new Metrics();
    this.answered = exchangeLog({ clock, log, events, metrics, isShared, failed: onError });
    const delivery = {
      clock,
      sender,
      faults: callbackFaults(() => shared.generation().faults),
      attempted: (isDelivered: boolean) => metrics.attempt(isDelivered),
    };
    this.#scheduler = new CallbackScheduler({
      queue: store.callbacks,
      owner: this.#id,
      shared: !store.exclusive,
      leaseMs: shared.leaseMs,
      ...delivery,
      ...caps,
      newId: () => ids.id('note'),
      onError,
      onChange: (changed) => events.publish(() => [callbackEvent(changed()) satisfies ControlEvent]),
    });
    const faults = () => shared.generation().faults;
    const dayRunner = this.#dayRunner;
    this.#customers = store.exclusive
      ? new SimulatedCustomers({ ports: present.ports, faults, dayRunner })
      : null;
    this.#timetable = this.#newTimetable(clockVersion);
    const own = { scheduler: this.#scheduler, timetable: this.#timetable, dayRunner };
    const replaceable = { ...own, shared, present, config, closing, onError };
    this.control = {
      ports: present.ports,
      portsNow: () => present.services.ports,
      ...own,
      planOpenOrders: async () => this.#customers?.load(),
      clock,
      isReached: () => shared.sync?.isReached ?? true,
      faults,
      locks: () => shared.generation().locks,
      events,
      log,
      metrics,
      instances: shared.instances,
      isEnding: () => this.#ending,
      seedIds: ids.seed,
      synchronize: present.synchronize,
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
      reset: () => resetGateway(replaceable).then(() => this.#customers?.load()),
      restore: (name) => restoreGateway(replaceable, name).then(() => this.#customers?.load()),
    };
  }

  #newTimetable(version: number): Timetable {
    const { clock, clusterLocks, wakeUps, store, sync } = this.#shared;
    const { ports, synchronize } = this.#present;
    const expiry: DueSource = {
      nextDue: () => store.deposits.nextExpiry(),
      runDue: (now) => expireOrders(ports, now),
      startDue: (now) => expireSomeOrders(ports, now),
    };
    const timetable = new Timetable({
      clock,
      // Deliveries are first, because merchants wait for callbacks.
      sources: [
        this.#scheduler,
        expiry,
        ...(this.#customers === null ? [] : [this.#customers]),
        this.#dayRunner,
      ],
      keeper: {
        load: () => store.clock(),
        save: async (moved, next) =>
          (await store.commit([{ write: 'put_clock', clock: moved, version: next }])).committed,
        stand: sync === null ? undefined : (at) => sync.stand(at),
      },
      synchronize,
      version,
      inTurn: (work) => clusterLocks.withLock(['clock'], work),
      wake: (at) => wakeUps.wake(at),
      onError: this.#onError,
    });
    wakeUps.onWake((at) => timetable.poke(at));
    return timetable;
  }

  get services(): WireServices {
    return this.#present.services;
  }

  /** As in `PresentGeneration`. Callable without `this`. */
  readonly attempt = () => this.#present.attempt();

  /**
   * Advances the clock to an instant in epoch milliseconds, unless the instant is in the past. Callable without `this`.
   */
  readonly advanceTo = (at: number) => clockMoved(this.control, this.#timetable.advanceTo(at));

  get synchronize(): PresentGeneration['synchronize'] {
    return this.#present.synchronize;
  }

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
    this.#shared.events.end();
    this.#timetable.stop();
    await Promise.all([answered, this.#scheduler.stop()]);
    // Wait, because running work can still use the store. A reset that ends now does not restart stopped timers.
    await Promise.all([this.#timetable.idle(), this.#shared.clusterLocks.idle()]);
    await this.#scheduler.stop();
    this.#connections.close();
    await this.#shared.close();
  }

  async #start(onNotice: (notice: string) => void): Promise<void> {
    const { settings, notices } = await seed(this.#present.ports, this.#config, {
      instances: this.#shared.instances,
      own: {
        id: this.#id,
        startedAt: this.#startedAt,
        delivering: () => this.#scheduler.delivering,
      },
    });
    if (settings.simulation !== null && this.#customers === null)
      throw new ConfigurationError('settings.simulation', 'requires a store in memory or in a file');
    this.#shared.generation().settings.changed(settings);
    await this.#customers?.load();
    for (const notice of notices) onNotice(notice);
    for (const merchant of await this.#shared.store.merchants.all()) this.#shared.log.protect(merchant);
    await this.#scheduler.start();
    this.#timetable.start();
  }
}

interface RuntimeParts {
  readonly shared: Shared;
  /** Version of the stored clock, or 0 if no clock was stored. */
  readonly clockVersion: number;
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
