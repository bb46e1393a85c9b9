import { controlErrors } from '../../http/core/control-error.ts';
import { settingsPatch } from '../settings.ts';
import { call } from './call.ts';

export const gatewayCalls = {
  'GET /health': call({
    summary: 'Is the gateway up, and what time is it there',
    alwaysAnswers: true,
    response: 'Health',
    run: (c) => c.health(),
  }),
  'GET /ready': call({
    summary: 'May a load balancer send requests here',
    alwaysAnswers: true,
    response: 'Ready',
    otherwise: { status: controlErrors.not_ready, response: 'NotReady', when: ({ ready }) => !ready },
    run: (c) => c.ready(),
  }),
  'GET /instances': call({
    summary: 'The gateways that are together this one, the oldest first',
    response: 'InstanceList',
    run: (c) => c.instances.list(),
  }),
  'GET /overview': call({
    summary: 'How many there are of everything, what time it is, and what falls due next',
    response: 'Overview',
    run: (c) => c.overview(),
  }),
  'POST /reset': call({
    summary: 'Back to the configured merchants and settings',
    run: (c) => c.reset(),
  }),

  'GET /settings': call({ summary: 'The settings', response: 'Settings', run: (c) => c.settings.get() }),
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
