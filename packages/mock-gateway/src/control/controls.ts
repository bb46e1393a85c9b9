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
import { overviewOf } from './overview.ts';
import { payoutControls } from './payouts.ts';
import { readiness } from './ready.ts';
import { requestControls } from './requests.ts';
import { settingsControls } from './settings.ts';

/** Every control call, by the names of the control API; HTTP and in process alike. */
export function createControls(deps: ControlDeps) {
  return {
    /** The gateway's version, kind of store and time. */
    health: () => healthView(deps),
    /** Whether a load balancer may send requests here: not when it is about to stop, nor when its store takes no writes. */
    ready: readiness(deps),
    /** The gateways that are together this one; one, unless several share a database. */
    instances: instanceControls(deps),
    /** How many there are of everything, by state, and when something falls due next. */
    overview: () => overviewOf(deps),
    /** Counts for Prometheus, in its text format: requests and attempts of this instance, orders and callbacks of all. */
    metrics: async () => deps.metrics.text(await deps.ports.store.tallies(deps.clock.now())),
    /** Back to the configured merchants and settings; the clock runs at real time. */
    reset: deps.reset,
    /** What the gateway does where the specification leaves it open, maintenance and the USDT rate. */
    settings: settingsControls(deps),
    /** The accounts: credentials, callback URL, limits, wallet, callback test. */
    merchants: merchantControls(deps),
    /** The customer's side of pay-ins: pays them, lets them fail. */
    payins: depositControls(deps, 'payin'),
    /** The customer's side of v1 links: pays them, lets them fail. */
    links: depositControls(deps, 'link'),
    /** The operator's side of withdrawals: approves, pays, rejects. */
    payouts: payoutControls(deps),
    /** Callbacks with every attempt to deliver them; waits until none is under way. */
    callbacks: callbackControls(deps),
    /** The gateway's clock: freezes it, moves it forward. */
    clock: clockControls(deps),
    /** Failures made on purpose, of calls and of callbacks. */
    faults: faultControls(deps),
    /** Addresses that wrong signatures locked: lists them, lifts the locks. */
    locks: lockControls(deps),
    /** The requests of the merchants' servers, as received and as answered, without secrets. */
    requests: requestControls(deps),
    /** The double-entry books of all merchants. */
    ledger: ledgerControls(deps),
    /** Tells a listener of requests, orders, callbacks, the clock and faults as they happen. */
    events: deps.events,
  };
}

/** The control calls as methods of the gateway. */
export type Controls = ReturnType<typeof createControls>;
