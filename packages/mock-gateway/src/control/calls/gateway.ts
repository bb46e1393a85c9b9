import { controlErrors } from '../../http/core/control-error.ts';
import { settingsPatch } from '../settings.ts';
import { snapshotInput } from '../snapshots.ts';
import { call } from './call.ts';

export const gatewayCalls = {
  'GET /health': call({
    summary: 'Get the state and the time of the gateway',
    response: 'Health',
    run: (c) => c.health(),
  }),
  'GET /ready': call({
    summary: 'Check whether the gateway is ready for requests',
    response: 'Ready',
    otherwise: { status: controlErrors.not_ready, response: 'NotReady', when: ({ ready }) => !ready },
    run: (c) => c.ready(),
  }),
  'GET /overview': call({
    summary: 'Get counts by state, the current time and the next due time',
    response: 'Overview',
    run: (c) => c.overview(),
  }),
  'GET /metrics': call({
    summary: 'Get counts of requests, orders and callbacks for Prometheus',
    text: 'text/plain; version=0.0.4; charset=utf-8',
    run: (c) => c.metrics(),
  }),
  'POST /reset': call({
    summary: 'Reset to the configured merchants and settings',
    run: (c) => c.reset(),
  }),

  'GET /snapshots': call({
    summary: 'List the snapshots',
    response: 'SnapshotList',
    run: (c) => c.snapshots.list(),
  }),
  'POST /snapshots': call({
    summary: 'Save the whole state under a name',
    status: 201,
    body: { schema: snapshotInput, examples: { 'A name': { name: 'fixtures' } } },
    response: 'Snapshot',
    run: (c, { body }) => c.snapshots.save(body),
  }),
  'POST /snapshots/:id/restore': call({
    summary: 'Restore a snapshot: orders, ledger, callbacks, merchants, settings and clock',
    refusals: ['not_supported'],
    run: (c, { id }) => c.snapshots.restore(id),
  }),
  'DELETE /snapshots/:id': call({
    summary: 'Remove a snapshot',
    run: (c, { id }) => c.snapshots.remove(id),
  }),

  'GET /settings': call({ summary: 'Get the settings', response: 'Settings', run: (c) => c.settings.get() }),
  'PATCH /settings': call({
    summary: 'Change settings',
    body: {
      schema: settingsPatch,
      examples: { 'Remove the USDT rate': { usdtRate: null }, Maintenance: { maintenance: true } },
    },
    response: 'Settings',
    run: (c, { body }) => c.settings.update(body),
  }),
};
