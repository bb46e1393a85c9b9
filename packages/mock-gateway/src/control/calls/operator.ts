import type { Duration } from '@inrgate/sdk/internal';
import { faultInput } from '../../faults/fault.ts';
import { harJson } from '../../log/har.ts';
import { callbackFilter, settleInput } from '../callbacks.ts';
import { advanceInput, freezeInput } from '../clock.ts';
import { parseInput } from '../input.ts';
import { harFilter, requestFilter } from '../requests.ts';
import type { ControlResponse } from '../responses/responses.ts';
import { call } from './call.ts';

const faultExamples = {
  'Commit the order, and lose the response': {
    endpoint: 'payin',
    phase: 'after',
    times: 1,
    action: { kind: 'drop' },
  },
  'Return an error without processing the request': {
    endpoint: '*',
    phase: 'before',
    probability: 0.1,
    action: { kind: 'status', status: 503, error: 'maintenance', retryAfter: 5 },
  },
  'Alter the callback after signing': {
    endpoint: 'callback',
    mchOrderNo: 'ORDER-1',
    action: { kind: 'tamper' },
  },
};

/** Calls on callbacks, the clock, faults, locks, the request log and the ledger. */
export const operatorCalls = {
  'GET /callbacks': call({
    summary: 'List callbacks, newest first',
    query: callbackFilter,
    response: 'CallbackList',
    refusals: ['ambiguous'],
    run: (c, { query }) => c.callbacks.list(query),
  }),
  'POST /callbacks/settle': call({
    summary: 'Wait until no delivery is running or due',
    body: { schema: settleInput, examples: { 'Wait at most five seconds': { timeoutMs: 5_000 } } },
    response: 'Settled',
    run: (c, { body }) => c.callbacks.settle(body),
  }),
  'GET /callbacks/:id': call({
    summary: 'Get a callback with its attempts',
    response: 'CallbackInFull',
    run: (c, { id }) => c.callbacks.get(id),
  }),

  'GET /clock': call({ summary: 'Get the time', response: 'Clock', run: (c) => c.clock.get() }),
  'POST /clock/advance': call({
    summary: 'Advance the clock and run every timer that falls due',
    body: {
      schema: advanceInput,
      examples: {
        'Move past the expiry of an order': { by: '31m' },
        'Move by a day and a half': { by: '1d12h' },
      },
    },
    response: 'Clock',
    run: (c, { body }) => c.clock.advance(parseInput(advanceInput, body).by as Duration),
  }),
  'POST /clock/advance-to-next': call({
    summary: 'Advance the clock to the next due time',
    response: 'Clock',
    run: (c) => c.clock.advanceToNext(),
  }),
  'POST /clock/freeze': call({
    summary: 'Freeze the clock',
    body: {
      schema: freezeInput,
      examples: { Now: {}, 'Freeze at a later instant': { at: '2026-11-21T00:00:00+05:30' } },
    },
    response: 'Clock',
    run: (c, { body }) => c.clock.freeze(body),
  }),
  'POST /clock/resume': call({
    summary: 'Resume the clock',
    response: 'Clock',
    run: (c) => c.clock.resume(),
  }),

  'GET /faults': call({
    summary: 'List the active faults',
    response: 'FaultList',
    run: (c) => c.faults.list(),
  }),
  'POST /faults': call({
    summary: 'Inject a fault',
    status: 201,
    body: { schema: faultInput, examples: faultExamples },
    response: 'Fault',
    run: (c, { body }) => c.faults.add(body),
  }),
  'DELETE /faults': call({ summary: 'Remove all faults', run: (c) => c.faults.clear() }),
  'DELETE /faults/:id': call({ summary: 'Remove a fault', run: (c, { id }) => c.faults.remove(id) }),

  'GET /locks': call({
    summary: 'List the IP addresses that wrong signatures locked',
    response: 'LockList',
    run: (c) => c.locks.list(),
  }),
  'DELETE /locks': call({ summary: 'Remove all locks', run: (c) => c.locks.lift() }),
  'DELETE /locks/:id': call({
    summary: 'Remove the lock of an IP address',
    run: (c, { id }) => c.locks.lift(id),
  }),

  'GET /requests': call({
    summary: 'List the wire requests, newest first',
    query: requestFilter,
    response: 'RequestList',
    run: (c, { query }) => c.requests.list(query),
  }),
  'GET /requests.har': call({
    summary: 'Export the wire requests as HAR 1.2, oldest first',
    query: harFilter,
    response: 'Har',
    json: harJson,
    // The OpenAPI document describes only the required HAR fields, but the result also contains optional fields.
    run: (c, { query }): Promise<ControlResponse<'Har'>> => c.requests.har(query),
  }),
  'GET /requests/:id': call({
    summary: 'Get a wire request',
    response: 'RequestInFull',
    run: (c, { id }) => c.requests.get(id),
  }),
  'GET /ledger/check': call({
    summary: 'Recompute every balance from the journal',
    response: 'LedgerCheck',
    run: (c) => c.ledger.check(),
  }),
};
