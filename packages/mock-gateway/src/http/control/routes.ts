import type { Duration } from '@inrgate/sdk/protocol';
import { advanceInput, freezeInput } from '../../control/clock.ts';
import type { Controls } from '../../control/controls.ts';
import { parseInput } from '../../control/input.ts';
import { keysFilter, merchantFilter, withoutKeys } from '../../control/merchants.ts';
import type { Readiness } from '../../control/ready.ts';
import { controlErrors } from '../core/control-error.ts';
import type { ControlRoute, RouteInput, UncheckedControls } from './route.ts';

/** Merchants come with their keys, unless the query says otherwise. */
function wantsKeys(query: RouteInput['query']): boolean {
  return parseInput(keysFilter, query).keys === 'true';
}

type MerchantAnswer = Awaited<ReturnType<Controls['merchants']['get']>>;

/** The query is read first: where it is wrong, nothing is done. */
async function oneMerchant(query: RouteInput['query'], work: () => Promise<MerchantAnswer>) {
  return wantsKeys(query) ? work() : withoutKeys(await work());
}

async function allMerchants({ merchants }: UncheckedControls, { query }: RouteInput) {
  const { keys, ...page } = parseInput(merchantFilter, query);
  const { items, nextCursor } = await merchants.list(page);
  return { items: keys === 'true' ? items : items.map(withoutKeys), nextCursor };
}

/** contract: Control API, row by row. */
export const controlRoutes: readonly ControlRoute[] = [
  {
    method: 'GET',
    path: '/health',
    alwaysAnswers: true,
    summary: 'Is the gateway up, and what time is it there',
    run: (c) => c.health(),
  },
  {
    method: 'GET',
    path: '/ready',
    alwaysAnswers: true,
    summary: 'May a load balancer send requests here',
    statusOf: (answer) => ((answer as Readiness).ready ? 200 : controlErrors.not_ready),
    run: (c) => c.ready(),
  },
  {
    method: 'GET',
    path: '/instances',
    summary: 'The gateways that are together this one, the oldest first',
    run: (c) => c.instances.list(),
  },
  {
    method: 'GET',
    path: '/overview',
    summary: 'How many there are of everything, what time it is, and what falls due next',
    run: (c) => c.overview(),
  },
  {
    method: 'POST',
    path: '/reset',
    summary: 'Back to the configured merchants and settings',
    status: 204,
    run: (c) => c.reset(),
  },

  { method: 'GET', path: '/settings', summary: 'The settings', run: (c) => c.settings.get() },
  {
    method: 'PATCH',
    path: '/settings',
    summary: 'Change settings',
    run: (c, { body }) => c.settings.update(body),
  },

  {
    method: 'GET',
    path: '/merchants',
    summary: 'Merchants, in the order they were added',
    run: allMerchants,
  },
  {
    method: 'POST',
    path: '/merchants',
    summary: 'Add a merchant; what is left out is made up',
    status: 201,
    run: (c, { query, body }) => oneMerchant(query, () => c.merchants.create(body)),
  },
  {
    method: 'GET',
    path: '/merchants/:id',
    summary: 'One merchant',
    run: (c, { id, query }) => oneMerchant(query, () => c.merchants.get(id)),
  },
  {
    method: 'PATCH',
    path: '/merchants/:id',
    summary: 'Change a merchant',
    run: (c, { id, query, body }) => oneMerchant(query, () => c.merchants.update(id, body)),
  },
  {
    method: 'GET',
    path: '/merchants/:id/wallet',
    summary: 'The wallet',
    run: (c, { id }) => c.merchants.wallet(id),
  },
  {
    method: 'POST',
    path: '/merchants/:id/credit',
    summary: 'An operator’s top-up',
    run: (c, { id, body }) => c.merchants.credit(id, body),
  },
  {
    method: 'POST',
    path: '/merchants/:id/wallet/credit',
    summary: 'An operator’s top-up',
    run: (c, { id, body }) => c.merchants.credit(id, body),
  },
  {
    method: 'GET',
    path: '/merchants/:id/ledger',
    summary: 'The double-entry journal, oldest first',
    run: (c, { id, query }) => c.merchants.ledger(id, query),
  },
  {
    method: 'POST',
    path: '/merchants/:id/test-callback',
    summary: 'The panel’s "Test endpoint"',
    run: (c, { id }) => c.merchants.testCallback(id),
  },
  {
    method: 'POST',
    path: '/merchants/:id/check-callback',
    summary: 'Check the callback endpoint, case by case; answers when it has ended',
    run: (c, { id, body }) => c.merchants.checkCallback(id, body),
  },
  {
    method: 'GET',
    path: '/merchants/:id/check-callback',
    summary: 'That check as far as it is, or the last one',
    run: (c, { id }) => c.merchants.lastCheck(id),
  },
  {
    method: 'DELETE',
    path: '/merchants/:id/check-callback',
    summary: 'Stop that check',
    status: 204,
    run: (c, { id }) => c.merchants.stopCheck(id),
  },
  {
    method: 'GET',
    path: '/merchants/:id/notifications',
    summary: 'Deliveries given up',
    run: (c, { id, query }) => c.merchants.notifications(id, query),
  },

  {
    method: 'GET',
    path: '/payins',
    summary: 'Pay-ins, newest first',
    run: (c, { query }) => c.payins.list(query),
  },
  {
    method: 'GET',
    path: '/payins/:id',
    summary: 'One pay-in, with its timeline',
    run: (c, { id, query }) => c.payins.get(id, query),
  },
  {
    method: 'POST',
    path: '/payins/:id/pay',
    summary: 'The customer pays',
    run: (c, { id, query, body }) => c.payins.pay(id, body, query),
  },
  {
    method: 'POST',
    path: '/payins/:id/fail',
    summary: 'The payment fails',
    run: (c, { id, query }) => c.payins.fail(id, query),
  },
  {
    method: 'POST',
    path: '/payins/:id/resend',
    summary: 'Send the latest callback again',
    run: (c, { id, query, body }) => c.payins.resend(id, body, query),
  },

  {
    method: 'GET',
    path: '/links',
    summary: 'Payment links, newest first',
    run: (c, { query }) => c.links.list(query),
  },
  {
    method: 'GET',
    path: '/links/:id',
    summary: 'One link, with its timeline',
    run: (c, { id, query }) => c.links.get(id, query),
  },
  {
    method: 'POST',
    path: '/links/:id/pay',
    summary: 'The customer pays',
    run: (c, { id, query, body }) => c.links.pay(id, body, query),
  },
  {
    method: 'POST',
    path: '/links/:id/fail',
    summary: 'The payment fails',
    run: (c, { id, query }) => c.links.fail(id, query),
  },
  {
    method: 'POST',
    path: '/links/:id/resend',
    summary: 'Send the latest callback again',
    run: (c, { id, query, body }) => c.links.resend(id, body, query),
  },

  {
    method: 'GET',
    path: '/payouts',
    summary: 'Withdrawals, newest first',
    run: (c, { query }) => c.payouts.list(query),
  },
  {
    method: 'GET',
    path: '/payouts/:id',
    summary: 'One withdrawal, with its timeline',
    run: (c, { id, query }) => c.payouts.get(id, query),
  },
  {
    method: 'POST',
    path: '/payouts/:id/approve',
    summary: 'Approve',
    run: (c, { id, query }) => c.payouts.approve(id, query),
  },
  {
    method: 'POST',
    path: '/payouts/:id/complete',
    summary: 'The transfer is made',
    run: (c, { id, query, body }) => c.payouts.complete(id, body, query),
  },
  {
    method: 'POST',
    path: '/payouts/:id/reject',
    summary: 'Reject',
    run: (c, { id, query, body }) => c.payouts.reject(id, body, query),
  },
  {
    method: 'POST',
    path: '/payouts/:id/cancel',
    summary: 'Cancel',
    run: (c, { id, query, body }) => c.payouts.cancel(id, body, query),
  },
  {
    method: 'POST',
    path: '/payouts/:id/resend',
    summary: 'Send the latest callback again',
    run: (c, { id, query, body }) => c.payouts.resend(id, body, query),
  },

  {
    method: 'GET',
    path: '/callbacks',
    summary: 'Callbacks, newest first',
    run: (c, { query }) => c.callbacks.list(query),
  },
  {
    method: 'POST',
    path: '/callbacks/settle',
    summary: 'Answers once no delivery is running or due',
    run: (c, { body }) => c.callbacks.settle(body),
  },
  {
    method: 'GET',
    path: '/callbacks/:id',
    summary: 'One callback, with its attempts',
    run: (c, { id }) => c.callbacks.get(id),
  },

  { method: 'GET', path: '/clock', summary: 'What time it is', run: (c) => c.clock.get() },
  {
    method: 'POST',
    path: '/clock/advance',
    summary: 'Move on, through every timer that falls due',
    run: (c, { body }) => c.clock.advance(parseInput(advanceInput, body).by as Duration),
  },
  {
    method: 'POST',
    path: '/clock/advance-to-next',
    summary: 'Move on to the next instant at which something falls due',
    run: (c) => c.clock.advanceToNext(),
  },
  {
    method: 'POST',
    path: '/clock/freeze',
    summary: 'Stand still',
    run: (c, { body }) => c.clock.freeze(parseInput(freezeInput, body)),
  },
  { method: 'POST', path: '/clock/resume', summary: 'Run on', run: (c) => c.clock.resume() },

  { method: 'GET', path: '/faults', summary: 'The faults in force', run: (c) => c.faults.list() },
  {
    method: 'POST',
    path: '/faults',
    summary: 'Inject a fault',
    status: 201,
    run: (c, { body }) => c.faults.add(body),
  },
  {
    method: 'DELETE',
    path: '/faults',
    summary: 'Remove all faults',
    status: 204,
    run: (c) => c.faults.clear(),
  },
  {
    method: 'DELETE',
    path: '/faults/:id',
    summary: 'Remove one fault',
    status: 204,
    run: (c, { id }) => c.faults.remove(id),
  },

  {
    method: 'GET',
    path: '/locks',
    summary: 'Addresses locked by wrong signatures',
    run: (c) => c.locks.list(),
  },
  {
    method: 'DELETE',
    path: '/locks',
    summary: 'Lift every lock',
    status: 204,
    run: (c) => c.locks.lift(),
  },
  {
    method: 'DELETE',
    path: '/locks/:id',
    summary: 'Lift the lock of one address',
    status: 204,
    run: (c, { id }) => c.locks.lift(id),
  },

  {
    method: 'GET',
    path: '/requests',
    summary: 'The wire requests, newest first',
    run: (c, { query }) => c.requests.list(query),
  },
  {
    method: 'GET',
    path: '/requests.har',
    summary: 'The wire requests as HAR 1.2, oldest first',
    run: (c, { query }) => c.requests.har(query),
  },
  {
    method: 'GET',
    path: '/requests/:id',
    summary: 'One wire request',
    run: (c, { id }) => c.requests.get(id),
  },
  {
    method: 'GET',
    path: '/ledger/check',
    summary: 'Recompute every balance from the journal',
    run: (c) => c.ledger.check(),
  },
];
