import { callbackControls } from './callbacks.ts';
import { clockControls } from './clock.ts';
import type { ControlGateway } from './control-gateway.ts';
import { depositControls } from './deposits.ts';
import { faultControls } from './faults.ts';
import { lockControls } from './locks.ts';
import { merchantControls } from './merchants.ts';
import type { OwnerInput } from './named-order.ts';
import { payoutControls } from './payouts.ts';
import { requestControls } from './requests.ts';
import { settingsControls } from './settings.ts';
import { snapshotControls } from './snapshots.ts';
import { healthView, overviewOf, readiness } from './status.ts';
import { whereIs } from './where.ts';

/**
 * Creates all control calls, for HTTP and for in-process use. A call that writes resolves when the change is on disk.
 */
export function createControls(gateway: ControlGateway) {
  return {
    /** Returns the gateway's version, kind of store and time. */
    health: () => healthView(gateway),
    /**
     * Returns the readiness for a load balancer. The gateway is not ready during shutdown or while the store cannot
     * write.
     */
    ready: () => readiness(gateway),
    /** Returns counts by state, the time and the next due time. */
    overview: () => overviewOf(gateway),
    /** Returns metrics in the text format of Prometheus. */
    metrics: async () => gateway.metrics.text(await gateway.store.tallies(gateway.clock.now())),
    /** Resets to the configured merchants and settings, and to real time. */
    async reset(): Promise<void> {
      gateway.reset();
      await gateway.store.onDisk();
    },
    /** Saves, lists, restores and deletes named snapshots of the whole state. */
    snapshots: snapshotControls(gateway),
    /**
     * Reads and changes the settings: interpretations of the specification, maintenance, the USDT rate and simulated
     * customers.
     */
    settings: settingsControls(gateway),
    /** Reads and changes merchants: credentials, callback URL, limits, wallet. Tests their callback endpoints. */
    merchants: merchantControls(gateway),
    /** Lists pay-ins, and pays or fails them as the customer. */
    payins: depositControls(gateway, 'payin'),
    /** Lists v1 links, and pays or fails them as the customer. */
    links: depositControls(gateway, 'link'),
    /** Lists payouts, and approves, completes or rejects them as the operator. */
    payouts: payoutControls(gateway),
    /** Returns the timeline of an order of any kind, and its first failed step. */
    where: (number: string, owner?: OwnerInput) => whereIs(gateway, number, owner),
    /** Lists callbacks with every attempt. `settle` waits until no delivery is in progress. */
    callbacks: callbackControls(gateway),
    /** Reads, freezes and moves the gateway's clock. */
    clock: clockControls(gateway),
    /** Adds, lists and removes faults, which make calls and callbacks fail. */
    faults: faultControls(gateway),
    /** Lists and removes locks of IP addresses after wrong signatures. */
    locks: lockControls(gateway),
    /** Reads the log of the merchants' requests and their responses, without secrets. */
    requests: requestControls(gateway),
    /** Reads the double-entry ledger of all merchants. */
    ledger: { check: () => gateway.store.ledger.check() },
    /** Calls a listener for each request, order change, callback, clock move and fault. */
    events: gateway.events,
  };
}

/** The control calls as methods of the gateway. */
export type Controls = ReturnType<typeof createControls>;
