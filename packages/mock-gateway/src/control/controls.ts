import { callbackControls } from './callbacks.ts';
import { clockControls } from './clock.ts';
import { depositControls } from './deposits.ts';
import type { ControlDeps } from './deps.ts';
import { faultControls } from './faults.ts';
import { healthView } from './health.ts';
import { instanceControls } from './instances.ts';
import { ledgerControls } from './ledger.ts';
import { lockControls } from './locks.ts';
import { merchantControls } from './merchants.ts';
import type { OwnerInput } from './named-order.ts';
import { overviewOf } from './overview.ts';
import { payoutControls } from './payouts.ts';
import { readiness } from './ready.ts';
import { requestControls } from './requests.ts';
import { settingsControls } from './settings.ts';
import { simulationControls } from './simulation.ts';
import { snapshotControls } from './snapshots.ts';
import { whereIs } from './where.ts';

/** Creates all control calls, for HTTP and for in-process use. */
export function createControls(deps: ControlDeps) {
  return {
    /** Returns the gateway's version, kind of store and time. */
    health: () => healthView(deps),
    /**
     * Returns the readiness for a load balancer. The gateway is not ready during shutdown or while the store cannot
     * write.
     */
    ready: readiness(deps),
    /** Lists the instances of the gateway. Instances that share a database form one gateway. */
    instances: instanceControls(deps),
    /** Returns counts by state, the time and the next due time. */
    overview: () => overviewOf(deps),
    /**
     * Returns metrics in Prometheus' text format. Requests and attempts are those of this instance. Orders and
     * callbacks are those of all instances.
     */
    metrics: async () => deps.metrics.text(await deps.ports.store.tallies(deps.clock.now())),
    /** Resets to the configured merchants and settings, and to real time. */
    reset: deps.reset,
    /** Saves, lists, restores and removes named snapshots of the whole state. */
    snapshots: snapshotControls(deps),
    /** Settings: interpretations of the specification, maintenance, the USDT rate and simulated customers. */
    settings: settingsControls(deps),
    /** Merchants: credentials, callback URL, limits, wallet, callback test. */
    merchants: merchantControls(deps),
    /** Pay-ins, which the calls pay or fail as the customer. */
    payins: depositControls(deps, 'payin'),
    /** v1 links, which the calls pay or fail as the customer. */
    links: depositControls(deps, 'link'),
    /** Payouts, which the calls approve, complete or reject as the operator. */
    payouts: payoutControls(deps),
    /** Returns the timeline of an order of any kind, and its first failed step. */
    where: (number: string, owner?: OwnerInput) => whereIs(deps, number, owner),
    /** Callbacks with every attempt. `settle` waits until no delivery is in progress. */
    callbacks: callbackControls(deps),
    /** The gateway's clock, which the calls freeze or move forward. */
    clock: clockControls(deps),
    /** Simulates a merchant's day: its orders, and customers who pay them. */
    simulation: simulationControls(deps),
    /** Faults: injected failures of calls and callbacks. */
    faults: faultControls(deps),
    /** Locks of IP addresses after wrong signatures. */
    locks: lockControls(deps),
    /** Requests of the merchants' servers and their responses, without secrets. */
    requests: requestControls(deps),
    /** The double-entry ledger of all merchants. */
    ledger: ledgerControls(deps),
    /** Notifies a listener of requests, orders, callbacks, clock moves and faults. */
    events: deps.events,
  };
}

/** The control calls as methods of the gateway. */
export type Controls = ReturnType<typeof createControls>;
