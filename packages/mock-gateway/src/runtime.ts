import { httpSender, type Sender } from '@inrgate/conformance/internal';
import { formatIst } from '@inrgate/sdk/internal';
import { attemptDelivery } from './callbacks/delivery.ts';
import { KeepAlivePool } from './callbacks/keep-alive-pool.ts';
import { CallbackScheduler } from './callbacks/scheduler.ts';
import { dueOf } from './clock/due-of-change.ts';
import { type DueSource, Timetable } from './clock/timetable.ts';
import type { ClusterLock } from './cluster/locks.ts';
import type { Generation, Shared } from './cluster/shared.ts';
import type { GatewayConfig } from './configuration/options.ts';
import { clockView } from './control/clock.ts';
import type { ControlDeps } from './control/deps.ts';
import { checkedCaps } from './delivery-caps.ts';
import { callbackFaults } from './faults/faults.ts';
import type { GatewayOptions } from './gateway-options.ts';
import type { WireServices } from './http/pipeline/services.ts';
import { systemLookup } from './name-lookup/name-lookups.ts';
import { callbackEvent, eventsOf } from './observability/events-of-change.ts';
import { keepExchange } from './observability/kept-exchange.ts';
import { type OpenBackend, openBackend } from './open-backend.ts';
import { randomIds } from './operations/ids.ts';
import type { Ports } from './operations/ports.ts';
import { expireOrders, expireSomeOrders } from './operations/settle-deposit.ts';
import type { AnsweredExchange } from './router.ts';
import { firstMchId, parseConfig, seed, seedAnew } from './seed.ts';
import type { Change } from './store/store.ts';
import { safely, warnOfNotice, warnOfTroubles } from './troubles.ts';

/** The parts of a gateway, wired; what reaches them from outside is `gateway.ts`. */
export class Runtime {
  readonly #shared: Shared;
  readonly #config: GatewayConfig;
  readonly #onError: (error: unknown) => void;
  readonly #connections: KeepAlivePool;
  readonly #scheduler: CallbackScheduler;
  readonly #timetable: Timetable;
  readonly #closing = new AbortController();
  readonly #payUrl: (token: string) => string;
  /** The owner of what it claims, and who it is among those that share a backend. */
  readonly #id: string;
  readonly #startedAt: number;
  /** Whether it is about to stop. */
  #ending = false;
  /** Those of the generation that was asked for last. */
  #services: WireServices | null = null;
  #servicesGeneration: Generation | null = null;

  readonly ports: Ports;
  readonly control: ControlDeps;

  /**
   * Opens what the gateway stands on, brings it to the configuration, and takes up what an earlier run left.
   *
   * @param origin where the gateway says it is, now
   * @param open what it stands on; as the options say when it is left out
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
    const { sender = httpSender({ connections, lookup: systemLookup }) } = options;
    const onError = options.onError === undefined ? warnOfTroubles() : safely(options.onError);
    const shared = backend.connect({ failed: onError });
    if (options.controlToken !== undefined) shared.log.protectToken(options.controlToken);
    try {
      await shared.sync?.synchronize();
      const clockVersion = (await shared.store.clock())?.version ?? 0;
      const runtime = new Runtime({
        shared,
        clockVersion,
        config,
        origin,
        sender,
        caps,
        connections,
        onError,
      });
      await runtime.#start(options.onNotice ?? warnOfNotice);
      // A clock that the options have moved is kept like any other that was (contract: Control API, with --db).
      if (options.clock !== undefined) await runtime.#timetable.save();
      return runtime;
    } catch (error) {
      await shared.close();
      throw error;
    }
  }

  private constructor({
    shared,
    clockVersion,
    config,
    origin,
    sender,
    caps,
    connections,
    onError,
  }: RuntimeParts) {
    this.#connections = connections;
    const { store, clock } = shared;
    this.#shared = shared;
    this.#config = config;
    this.#onError = onError;
    this.#payUrl = (token) => `${origin()}/pay/${token}`;
    const ids = randomIds();
    this.#id = ids.id('gateway');
    this.#startedAt = clock.realTime;
    this.ports = {
      store,
      clock,
      ids,
      settings: () => shared.generation().settings.get(),
      inTurn: (work) => this.#withLock(['configuration'], work),
      committed: (change) => this.#committed(change),
      isPresent: () => true,
    };
    const delivery = { clock, sender, faults: callbackFaults(() => shared.generation().faults) };
    this.#scheduler = new CallbackScheduler({
      queue: store.callbacks,
      owner: this.#id,
      shared: !store.exclusive,
      leaseMs: shared.leaseMs,
      ...delivery,
      ...caps,
      newId: () => ids.id('note'),
      onError,
      onChange: (changed) => shared.events.publish(() => [callbackEvent(changed())]),
    });
    this.#timetable = this.#newTimetable(clockVersion);
    this.control = {
      ports: this.ports,
      portsNow: () => this.services.ports,
      scheduler: this.#scheduler,
      clock,
      isReached: () => shared.sync?.isReached ?? true,
      timetable: this.#timetable,
      faults: () => shared.generation().faults,
      locks: () => shared.generation().locks,
      events: shared.events,
      log: shared.log,
      instances: shared.instances,
      isEnding: () => this.#ending,
      synchronize: this.synchronize,
      tryDelivery: (callback) =>
        attemptDelivery(delivery, callback, {
          number: 1,
          manual: false,
          signal: this.#endOf(shared.generation()),
        }),
      origin,
      sender,
      endpointChecks: () => {
        const generation = shared.generation();
        return { checks: generation.checks, ended: this.#endOf(generation) };
      },
      payUrl: this.#payUrl,
      reset: () => this.#reset(),
    };
  }

  /** Aborts when the generation ends here: by a reset, or as the gateway closes. */
  #endOf({ ended }: Generation): AbortSignal {
    return AbortSignal.any([this.#closing.signal, ended]);
  }

  #newTimetable(version: number): Timetable {
    const { clock, clusterLocks, wakeUps, store, sync } = this.#shared;
    const expiry: DueSource = {
      nextDue: () => store.deposits.nextExpiry(),
      runDue: (now) => expireOrders(this.ports, now),
      startDue: (now) => expireSomeOrders(this.ports, now),
    };
    const timetable = new Timetable({
      clock,
      // Deliveries go first: a merchant waits for them.
      sources: [this.#scheduler, expiry],
      keeper: {
        load: () => store.clock(),
        save: async (moved, next) =>
          (await store.commit([{ write: 'put_clock', clock: moved, version: next }])).committed,
        stand: sync === null ? undefined : (at) => sync.stand(at),
      },
      synchronize: this.synchronize,
      version,
      inTurn: (work) => clusterLocks.withLock(['clock'], work),
      wake: (at) => wakeUps.wake(at),
      onError: this.#onError,
    });
    wakeUps.onWake((at) => timetable.poke(at));
    return timetable;
  }

  /** What the wire API is answered from; a request keeps what it began with. */
  get services(): WireServices {
    return this.#servicesOf(this.#shared.generation());
  }

  /** Brings it up to what other gateways have done, where there can be any. Needs no `this`. */
  get synchronize(): (() => Promise<void>) | undefined {
    const { sync } = this.#shared;
    return sync === null ? undefined : () => sync.synchronize();
  }

  /** Works when its turn has come, from what the one before has left: a reset is a new generation, also elsewhere. */
  #withLock<T>(locks: readonly ClusterLock[], work: () => Promise<T>): Promise<T> {
    return this.#shared.clusterLocks.withLock(locks, async () => {
      await this.synchronize?.();
      return work();
    });
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

  /**
   * Logs an exchange of the wire API. Who has the answer finds it in the log at another gateway too, where there is one and
   * what they share is not away; this one knows itself what it has under way.
   */
  async answered(exchange: AnsweredExchange): Promise<void> {
    if (!exchange.trace.isPresent()) return;
    const recorded = this.#record(exchange).catch(this.#onError);
    const { sync } = this.#shared;
    if (sync?.isReached && sync.hasOthers) await recorded;
  }

  async #record({ request, trace, response, durationMs }: AnsweredExchange): Promise<void> {
    const { body, isPresent: _, ...noted } = trace;
    const { clock, log, events } = this.#shared;
    const { shown } = await log.record({
      time: formatIst(clock.now()),
      ip: request.ip,
      method: request.method,
      path: request.path,
      ...noted,
      exchange: keepExchange(request, body, response),
      status: response.status,
      durationMs: Math.round(durationMs * 1000) / 1000,
    });
    events.publish(() => [{ type: 'request', data: shown() }]);
  }

  /** From now on it says that it is about to stop, and claims no callback any more; what is asked of it is still done. */
  drain(): Promise<void> {
    this.#ending = true;
    return this.#scheduler.drain();
  }

  /** @param answered ends when the last request has been answered; until then there is a store to answer from */
  async close(answered: Promise<void>): Promise<void> {
    this.#ending = true;
    this.#closing.abort(new Error('the gateway was closed'));
    this.#shared.events.end();
    this.#timetable.stop();
    await Promise.all([answered, this.#scheduler.stop()]);
    // What waited for its turn still finds the store, and a reset that was half way does not set going what stopped.
    await Promise.all([this.#timetable.idle(), this.#shared.clusterLocks.idle()]);
    await this.#scheduler.stop();
    this.#connections.close();
    await this.#shared.close();
  }

  async #start(onNotice: (notice: string) => void): Promise<void> {
    const { settings, notices } = await seed(this.ports, this.#config, {
      instances: this.#shared.instances,
      own: {
        id: this.#id,
        startedAt: this.#startedAt,
        delivering: () => this.#scheduler.delivering,
      },
    });
    this.#shared.generation().settings.changed(settings);
    for (const notice of notices) onNotice(notice);
    for (const merchant of await this.#shared.store.merchants.all()) this.#shared.log.protect(merchant);
    await this.#scheduler.start();
    this.#timetable.start();
  }

  /** contract: POST /reset. What is asked for before it ends or is forgotten, what is asked for later comes after it. */
  #reset(): Promise<void> {
    const reset = this.#timetable.stopFor(
      () => this.#replaceAll(),
      (work) => this.#withLock(['clock', 'configuration'], work),
    );
    // A move of the clock that is under way waits for its deliveries.
    this.#scheduler.stop({ graceMs: 0 }).catch(this.#onError);
    return reset;
  }

  async #replaceAll(): Promise<void> {
    const { clock, events } = this.#shared;
    try {
      await this.#scheduler.stop({ graceMs: 0 });
      const atRealTime = { ids: this.ports.ids, clock: { now: () => clock.realTime } };
      await this.#shared.startOver(seedAnew(atRealTime, this.#config));
      events.publish(() => [{ type: 'clock', data: clockView(clock) }]);
    } finally {
      if (!this.#closing.signal.aborted) {
        // A store that fails here fails later too, and then is tried again.
        await this.#scheduler.start().catch(this.#onError);
        this.#timetable.start();
      }
    }
  }

  #servicesOf(generation: Generation): WireServices {
    if (this.#services !== null && this.#servicesGeneration === generation) return this.#services;
    const { store, claims, settings, faults, rates, locks, isPresent } = generation;
    const committed = (change: Change) => {
      if (isPresent()) this.#committed(change);
    };
    const services: WireServices = {
      ports: { ...this.ports, store, settings: () => settings.get(), committed, isPresent },
      claims,
      faults,
      rates,
      locks,
      payUrl: this.#payUrl,
      failed: this.#onError,
      present: async () => this.#servicesOf(await this.#shared.generationAfterReset()),
      synchronize: this.synchronize,
    };
    this.#services = services;
    this.#servicesGeneration = generation;
    return services;
  }

  #committed(change: Change): void {
    const { log, events, wakeUps } = this.#shared;
    for (const write of change) {
      if (write.write === 'put_settings') this.#shared.generation().settings.changed(write.settings);
      // What a merchant signs with never shows in the request log.
      if (write.write === 'insert_merchant' || write.write === 'update_merchant') log.protect(write.merchant);
    }
    const due = dueOf(change);
    if (due !== null) wakeUps.wake(due);
    events.publish(() => eventsOf(change));
  }
}

interface RuntimeParts {
  readonly shared: Shared;
  /** That of the clock as it was stored; 0 when it was not. */
  readonly clockVersion: number;
  readonly config: GatewayConfig;
  readonly origin: () => string;
  readonly sender: Sender;
  readonly caps: ReturnType<typeof checkedCaps>;
  readonly connections: KeepAlivePool;
  readonly onError: (error: unknown) => void;
}

/**
 * A configuration of the gateway's own: a reset comes back to it, whatever the caller has done with its since.
 *
 * @throws {ConfigurationError}
 */
function ownConfig({ merchants, settings }: GatewayConfig): GatewayConfig {
  const given = { ...(merchants && { merchants }), ...(settings && { settings }) };
  parseConfig(given);
  return structuredClone(given);
}
