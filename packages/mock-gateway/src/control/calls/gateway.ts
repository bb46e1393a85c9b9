import { controlErrors } from '../../http/core/control-error.ts';
import { settingsPatch } from '../settings.ts';
import { call } from './call.ts';

export const gatewayCalls = {
  'GET /health': call({
    summary: 'Check that the gateway is up, and read its time',
    alwaysAnswers: true,
    response: 'Health',
    run: (c) => c.health(),
  }),
  'GET /ready': call({
    summary: 'Check that a load balancer can send requests to this instance',
    alwaysAnswers: true,
    response: 'Ready',
    otherwise: { status: controlErrors.not_ready, response: 'NotReady', when: ({ ready }) => !ready },
    run: (c) => c.ready(),
  }),
  'GET /instances': call({
    summary: 'List the instances of the gateway, oldest first',
    response: 'InstanceList',
    run: (c) => c.instances.list(),
  }),
  'GET /overview': call({
    summary: 'Get counts by state, the time and the next due time',
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

  'GET /settings': call({ summary: 'Get the settings', response: 'Settings', run: (c) => c.settings.get() }),
  'PATCH /settings': call({
    summary: 'Change settings',
    body: {
      schema: settingsPatch,
      examples: { 'No USDT rate': { usdtRate: null }, Maintenance: { maintenance: true } },
    },
    response: 'Settings',
    run: (c, { body }) => c.settings.update(body),
  }),
};
