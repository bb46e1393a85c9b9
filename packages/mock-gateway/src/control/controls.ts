import { callbackControls } from './callbacks.ts';
import { clockControls } from './clock.ts';
import { depositControls } from './deposits.ts';
import type { ControlDeps } from './deps.ts';
import { faultControls } from './faults.ts';
import { healthView } from './health.ts';
import { ledgerControls } from './ledger.ts';
import { lockControls } from './locks.ts';
import { merchantControls } from './merchants.ts';
import type { OwnerInput } from './named-order.ts';
import { overviewOf } from './overview.ts';
import { payoutControls } from './payouts.ts';
import { readiness } from './ready.ts';
import { requestControls } from './requests.ts';
import { settingsControls } from './settings.ts';
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
    /** Returns counts by state, the time and the next due time. */
    overview: () => overviewOf(deps),
    /** Returns metrics in the text format of Prometheus. */
    metrics: async () => deps.metrics.text(await deps.ports.store.tallies(deps.clock.now())),
    /** Resets to the configured merchants and settings, and to real time. */
    reset: deps.reset,
    /** Saves, lists, restores and deletes named snapshots of the whole state. */
    snapshots: snapshotControls(deps),
    /**
     * Reads and changes the settings: interpretations of the specification, maintenance, the USDT rate and simulated
     * customers.
     */
    settings: settingsControls(deps),
    /** Reads and changes merchants: credentials, callback URL, limits, wallet. Tests their callback endpoints. */
    merchants: merchantControls(deps),
    /** Lists pay-ins, and pays or fails them as the customer. */
    payins: depositControls(deps, 'payin'),
    /** Lists v1 links, and pays or fails them as the customer. */
    links: depositControls(deps, 'link'),
    /** Lists payouts, and approves, completes or rejects them as the operator. */
    payouts: payoutControls(deps),
    /** Returns the timeline of an order of any kind, and its first failed step. */
    where: (number: string, owner?: OwnerInput) => whereIs(deps, number, owner),
    /** Lists callbacks with every attempt. `settle` waits until no delivery is in progress. */
    callbacks: callbackControls(deps),
    /** Reads, freezes and moves the gateway's clock. */
    clock: clockControls(deps),
    /** Adds, lists and removes faults, which make calls and callbacks fail. */
    faults: faultControls(deps),
    /** Lists and removes locks of IP addresses after wrong signatures. */
    locks: lockControls(deps),
    /** Reads the log of the merchants' requests and their responses, without secrets. */
    requests: requestControls(deps),
    /** Reads the double-entry ledger of all merchants. */
    ledger: ledgerControls(deps),
    /** Calls a listener for each request, order change, callback, clock move and fault. */
    events: deps.events,
  };
}

/** The control calls as methods of the gateway. */
export type Controls = ReturnType<typeof createControls>;
