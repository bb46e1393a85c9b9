import { httpSender, type Sender } from '@inrgate/conformance/internal';
import { attemptDelivery } from './callbacks/delivery.ts';
import { KeepAlivePool } from './callbacks/keep-alive-pool.ts';
import { CallbackScheduler } from './callbacks/scheduler.ts';
import type { GatewayClock } from './clock/gateway-clock.ts';
import { Timers } from './clock/timers.ts';
import { ConfigurationError } from './configuration/configuration-error.ts';
import type { GatewayConfig } from './configuration/options.ts';
import { clockChanged, clockView } from './control/clock.ts';
import type { ControlEvent } from './control/responses/events.ts';
import { WebhookChecks } from './control/webhook-checks.ts';
import { checkedCaps } from './delivery-caps.ts';
import type { NewCallback } from './domain/callback.ts';
import { FaultList } from './faults/fault-list.ts';
import type { GatewayOptions } from './gateway-options.ts';
import type { WireRequest } from './http/core/exchange.ts';
import { RateLimit } from './limits/rate-limit.ts';
import { SignatureLock } from './limits/signature-lock.ts';
import { callbackEvent, EventHub, eventOf } from './log/events.ts';
import { Metrics } from './log/metrics.ts';
import { RequestLog } from './log/request-log.ts';
import { type Ids, randomIds } from './operations/ids.ts';
import { expireSomeOrders } from './operations/settle-deposit.ts';
import { answerWireRequest } from './router.ts';
import { firstMchId, parseConfig, seed, seedAnew } from './seed.ts';
import { SimulatedCustomers } from './simulation/simulated-customers.ts';
import { startClock } from './start-clock.ts';
import type { Change } from './store/change.ts';
import { Store } from './store/store.ts';
import { safely, warnOfNotice, warnOfTroubles } from './troubles.ts';

/** A running gateway: its parts, created and connected. `gateway.ts` is the public interface. */
export class RunningGateway {
  readonly store: Store;
  readonly clock: GatewayClock;
  readonly ids: Ids = randomIds();
  readonly timers: Timers;
  readonly deliveries: CallbackScheduler;
  readonly customers: SimulatedCustomers;
  readonly faults = new FaultList();
  readonly rateLimit = new RateLimit();
  readonly signatureLock = new SignatureLock();
  readonly log = new RequestLog();
  readonly events: EventHub;
  readonly metrics = new Metrics();
  readonly webhookChecks = new WebhookChecks();
  readonly sender: Sender;
  readonly onError: (error: unknown) => void;
  /** Merchant ID of the default merchant, `MockGateway.merchant`. */
  readonly firstMchId: string;
  readonly #config: GatewayConfig;
  readonly #origin: () => string;
  readonly #connections: KeepAlivePool;
  readonly #closing = new AbortController();
  #ended = new AbortController();
  #isEnding = false;

  /**
   * Opens the store, seeds it with the configuration and continues the work of an earlier run.
   *
   * @param origin returns the origin of the gateway's URLs
   */
  constructor(options: GatewayOptions, origin: () => string) {
    this.#config = ownConfig(options);
    this.#origin = origin;
    this.firstMchId = firstMchId(this.#config);
    const caps = checkedCaps(options);
    this.#connections = new KeepAlivePool({ ...caps, maxIdle: caps.maxDeliveries });
    this.sender = options.sender ?? httpSender({ connections: this.#connections });
    this.onError = options.onError === undefined ? warnOfTroubles() : safely(options.onError);
    this.events = new EventHub(this.onError);
    if (options.controlToken !== undefined) this.log.protectToken(options.controlToken);
    this.store = new Store(fileOf(options.db));
    try {
      this.clock = startClock(this.store.clock(), options.clock ?? {});
      this.customers = new SimulatedCustomers(this);
      this.deliveries = new CallbackScheduler({
        ...this,
        ...caps,
        drawFault: (callback, attempt) =>
          this.faults.matchCallback(callback) ?? (attempt === 1 ? this.customers.faultOf(callback) : null),
        onStart: (callback) =>
          this.events.publish(() => [callbackEvent(callback, this.log.hideKeys) satisfies ControlEvent]),
        attempted: (isDelivered) => this.metrics.attempt(isDelivered),
      });
      this.timers = new Timers({
        clock: this.clock,
        store: this.store,
        // Deliveries are first, because merchants wait for callbacks.
        sources: [this.deliveries, new Expiry(this), this.customers],
        onError: this.onError,
      });
      const notices = seed(this, this.#config);
      // Store the clock if the options moved it, as after any move (contract: Control API, with --db).
      if (options.clock !== undefined) this.store.write(() => this.store.putClock(this.clock.stored()));
      this.store.commit();
      for (const notice of notices) (options.onNotice ?? warnOfNotice)(notice);
    } catch (error) {
      this.store.close();
      throw error;
    }
    this.store.committed = (changes) => this.#committed(changes);
    this.#start();
  }

  #start(): void {
    for (const merchant of this.store.merchants.all()) this.log.protect(merchant);
    this.customers.load();
    this.deliveries.start();
    this.timers.start();
  }

  /** Publishes a commit to the event stream, the simulated customers and the timers. */
  #committed(changes: readonly Change[]): void {
    let due = Number.POSITIVE_INFINITY;
    for (const change of changes) {
      if (change.type === 'merchant') this.log.protect(change.merchant);
      if (change.type === 'deposit' && change.isNew) due = Math.min(due, change.deposit.expiresAt);
      if (change.type === 'callback') due = Math.min(due, change.callback.nextAttemptAt ?? due);
      this.customers.changed(change);
    }
    this.events.publish(
      () =>
        changes.flatMap(
          (change) => eventOf(change, this.log.hideKeys) ?? [],
        ) satisfies readonly ControlEvent[],
    );
    if (due !== Number.POSITIVE_INFINITY) this.timers.wake(due);
  }

  get isEnding(): boolean {
    return this.#isEnding;
  }

  /** Aborts at the next reset or restore, and when the gateway closes. */
  get ended(): AbortSignal {
    return this.#ended.signal;
  }

  /** Aborts when the gateway closes. */
  get closing(): AbortSignal {
    return this.#closing.signal;
  }

  get origin(): string {
    return this.#origin();
  }

  /** URL of an order's hosted checkout. Callable without `this`. */
  readonly payUrl = (payToken: string) => `${this.#origin()}/pay/${payToken}`;

  /** Sends a request through the wire API, as if it had arrived over a socket. */
  async sendWire(request: WireRequest) {
    const answered = await answerWireRequest(this, request);
    if (answered === null) throw new Error(`${request.path} is not a path of the wire API`);
    return answered;
  }

  /** Makes one attempt without recording it. Resolves with null after an abort, a reset or a close. */
  tryDelivery(callback: NewCallback) {
    return attemptDelivery(this.deliveries.context, callback, {
      number: 1,
      manual: false,
      signal: this.ended,
    });
  }

  /** Advances the clock to an instant in epoch milliseconds, unless the instant is in the past. */
  advanceTo(at: number) {
    return clockChanged(this, this.timers.advanceTo(at));
  }

  /** Replaces all state with the configuration, at real time (contract: POST /reset). */
  reset(): void {
    const atRealTime = { store: this.store, ids: this.ids, clock: { now: () => this.clock.realTime } };
    this.#replace(() => this.store.startOver(() => seedAnew(atRealTime, this.#config)));
  }

  /**
   * Replaces all state with a snapshot (contract: POST /snapshots/:name/restore).
   *
   * @throws {StoreError} Nothing was changed
   */
  restore(name: string): void {
    this.#replace(() => this.store.restore(name));
  }

  /**
   * Replaces all state in one turn. A request is before it or after it. Whatever ran before it has no effect: a change
   * of the clock ends, and deliveries are aborted. If the store cannot do it, nothing changes and everything continues.
   */
  #replace(work: () => void): void {
    work();
    this.timers.abort();
    this.deliveries.abandon();
    this.#ended.abort();
    this.#ended = new AbortController();
    this.clock.begin(this.store.clock() ?? { offset: 0, frozenAt: null });
    for (const part of [this.faults, this.rateLimit, this.signatureLock, this.log, this.webhookChecks])
      part.clear();
    this.events.publish(() => [{ type: 'clock', data: clockView(this.clock) } satisfies ControlEvent]);
    if (!this.closing.aborted) this.#start();
  }

  /** Makes `ready` fail and stops claiming callbacks. The gateway still processes requests. */
  async drain(): Promise<void> {
    this.#isEnding = true;
    this.deliveries.drain();
  }

  /** @param answered resolves after the last response, which can still use the store */
  async close(answered: Promise<void>): Promise<void> {
    this.#isEnding = true;
    this.#closing.abort(new Error('the gateway was closed'));
    this.#ended.abort();
    this.events.end();
    this.timers.abort();
    await Promise.all([answered, this.deliveries.stop()]);
    this.#connections.close();
    this.store.close();
  }
}

/** The timer of unpaid orders: they expire in batches. */
class Expiry {
  readonly #gateway: Pick<RunningGateway, 'store' | 'clock' | 'ids'>;

  constructor(gateway: Pick<RunningGateway, 'store' | 'clock' | 'ids'>) {
    this.#gateway = gateway;
  }

  nextDue(after?: number): number | null {
    return this.#gateway.store.deposits.nextExpiry(after);
  }

  startDue(now: number): boolean {
    return expireSomeOrders(this.#gateway, now);
  }
}

/**
 * Name of the database file, or null for a store in memory, which SQLite calls `:memory:`.
 *
 * @throws {ConfigurationError} for a URL instead of a file
 */
function fileOf(db: string | undefined): string | null {
  if (db === undefined || db === ':memory:') return null;
  if (!/^[a-z][a-z0-9+.-]+:\/\//i.test(db)) return db;
  throw new ConfigurationError(
    'db',
    'must be the name of a file, not the URL of a database server; leave it out to keep all data in memory',
  );
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
