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

/** Creates all control calls, for HTTP and for use in process. */
export function createControls(deps: ControlDeps) {
  return {
    /** The gateway's version, kind of store and time. */
    health: () => healthView(deps),
    /** Readiness for a load balancer. Not ready during shutdown, or while the store takes no writes. */
    ready: readiness(deps),
    /** The instances of the gateway. More than one if they share a database. */
    instances: instanceControls(deps),
    /** Counts by state, the time and the next due time. */
    overview: () => overviewOf(deps),
    /** Counts for Prometheus, in its text format: requests and attempts of this instance, orders and callbacks of all. */
    metrics: async () => deps.metrics.text(await deps.ports.store.tallies(deps.clock.now())),
    /** Resets to the configured merchants and settings, and to real time. */
    reset: deps.reset,
    /** Copies of the whole state, under names: saves, lists, restores and removes them. */
    snapshots: snapshotControls(deps),
    /** Behaviour where the specification leaves it open, maintenance, the USDT rate and simulated customers. */
    settings: settingsControls(deps),
    /** The accounts: credentials, callback URL, limits, wallet, callback test. */
    merchants: merchantControls(deps),
    /** Pay-ins: pay or fail them as the customer. */
    payins: depositControls(deps, 'payin'),
    /** v1 links: pay or fail them as the customer. */
    links: depositControls(deps, 'link'),
    /** Payouts: approve, complete or reject them as the operator. */
    payouts: payoutControls(deps),
    /** The timeline of an order of any kind, and the first step that failed. */
    where: (number: string, owner?: OwnerInput) => whereIs(deps, number, owner),
    /** Callbacks with every attempt. Can wait until no delivery is in progress. */
    callbacks: callbackControls(deps),
    /** The gateway's clock: freeze it or move it forward. */
    clock: clockControls(deps),
    /** Simulates a day of a merchant: its orders, and customers who settle them. */
    simulation: simulationControls(deps),
    /** Faults: injected failures of calls and callbacks. */
    faults: faultControls(deps),
    /** Locks of IP addresses after wrong signatures: list or remove them. */
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
