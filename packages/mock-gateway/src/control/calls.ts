import { controlErrors } from '../http/core/control-error.ts';
import { type ControlCall, call } from './call.ts';
import { callbackCalls } from './callbacks.ts';
import { clockCalls } from './clock.ts';
import { faultCalls } from './faults.ts';
import { lockCalls } from './locks.ts';
import { merchantCalls } from './merchants.ts';
import { ownerInput } from './named-order.ts';
import { anyOrderCalls, linkCalls, payinCalls, payoutCalls } from './orders.ts';
import { requestCalls } from './requests.ts';
import { settingsCalls } from './settings.ts';
import { snapshotCalls } from './snapshots.ts';
import { healthView, overviewOf, readiness } from './status.ts';
import { whereIs } from './where.ts';

/**
 * Every control call, by its name as an in-process method. HTTP routes, the OpenAPI document, the typed client, the
 * in-process methods, the commands and the assistant's tools derive from this table (contract: Control API).
 */
export const controlCalls = {
  /** Returns the gateway's version, kind of store and time. */
  health: call({
    route: 'GET /health',
    summary: 'Get the state and the time of the gateway',
    response: 'Health',
    run: (gateway) => healthView(gateway),
  }),
  /**
   * Returns the readiness for a load balancer. The gateway is not ready during shutdown or while the store cannot write.
   */
  ready: call({
    route: 'GET /ready',
    summary: 'Check whether the gateway is ready for requests',
    response: 'Ready',
    otherwise: { status: controlErrors.not_ready, response: 'NotReady', when: ({ ready }) => !ready },
    run: (gateway) => readiness(gateway),
  }),
  /** Returns counts by state, the time and the next due time. */
  overview: call({
    route: 'GET /overview',
    summary: 'Get counts by state, the current time and the next due time',
    response: 'Overview',
    run: (gateway) => overviewOf(gateway),
  }),
  /** Returns metrics in the text format of Prometheus. */
  metrics: call({
    route: 'GET /metrics',
    summary: 'Get counts of requests, orders and callbacks for Prometheus',
    text: 'text/plain; version=0.0.4; charset=utf-8',
    run: async ({ metrics, store, clock }) => metrics.text(await store.tallies(clock)),
  }),
  /** Resets to the configured merchants and settings, and to real time. */
  reset: call({
    route: 'POST /reset',
    summary: 'Reset to the configured merchants and settings',
    run: async (gateway): Promise<void> => {
      gateway.reset();
      await gateway.store.onDisk();
    },
  }),
  /** Saves, lists, restores and deletes named snapshots of the whole state. */
  snapshots: snapshotCalls,
  /**
   * Reads and changes the settings: interpretations of the specification, maintenance, the USDT rate and simulated
   * customers.
   */
  settings: settingsCalls,
  /** Reads and changes merchants: credentials, callback URL, limits, wallet. Tests their callback endpoints. */
  merchants: merchantCalls,
  /** Returns the timeline of an order of any kind, and its first failed step. */
  where: call({
    route: 'GET /where/:id',
    summary: 'Get the timeline of any order, and the first failed step',
    query: ownerInput,
    response: 'Where',
    refusals: ['ambiguous'],
    run: (gateway, { id, query }) => whereIs(gateway, id, query),
  }),
  /** Reads and moves an order of any kind. */
  orders: anyOrderCalls,
  /** Lists pay-ins, and pays or fails them as the customer. */
  payins: payinCalls,
  /** Lists v1 links, and pays or fails them as the customer. */
  links: linkCalls,
  /** Lists payouts, and approves, completes or rejects them as the operator. */
  payouts: payoutCalls,
  /** Lists callbacks with every attempt. `settle` waits until no delivery is in progress. */
  callbacks: callbackCalls,
  /** Reads, freezes and moves the gateway's clock. */
  clock: clockCalls,
  /** Adds, lists and removes faults, which make calls and callbacks fail. */
  faults: faultCalls,
  /** Lists and removes locks of IP addresses after wrong signatures. */
  locks: lockCalls,
  /** Reads the log of the merchants' requests and their responses, without secrets. */
  requests: requestCalls,
  /** Reads the double-entry ledger of all merchants. */
  ledger: {
    /** Recomputes every balance from the journal. */
    check: call({
      route: 'GET /ledger/check',
      summary: 'Recompute every balance from the journal',
      response: 'LedgerCheck',
      run: ({ store }) => store.ledger.check(),
    }),
  },
};

/** A control call with its HTTP method and path. */
export interface ControlRoute extends ControlCall {
  readonly method: string;
  readonly path: string;
}

/** Every control call with its method and path. */
export const controlRoutes: readonly ControlRoute[] = [
  ...Object.values(controlCalls).flatMap((group): readonly ControlCall[] =>
    isCall(group) ? [group] : Object.values(group),
  ),
  { ...merchantCalls.credit, route: 'POST /merchants/:id/wallet/credit' },
].map((one) => {
  const [method = '', path = ''] = one.route.split(' ');
  return { method, path, ...one };
});

/** Whether an entry of the table is a call, not a group of calls. */
export function isCall(entry: object): entry is ControlCall {
  return 'route' in entry;
}
