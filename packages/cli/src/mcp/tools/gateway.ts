import { z } from 'zod';
import { UsageError } from '../../output/usage-error.ts';
import { httpUrl } from '../../session/settings.ts';
import * as answers from '../answers/gateway.ts';
import type { Desk } from '../desk.ts';
import { hints, type Tool, tool } from '../tool.ts';

/** Which gateway the other tools talk to. */
export const gatewayTools: readonly Tool[] = [
  tool({
    name: 'gateway_status',
    title: 'Which gateway, and how it is',
    description:
      'The mock gateway that all tools talk to: its addresses, the default merchant, its time, how many orders, callbacks ' +
      'and faults there are, and what falls due next. Call it first; when nothing answers, call gateway_start.',
    annotations: hints.reads,
    output: answers.status,
    input: {},
    run: async (desk) => {
      const control = await desk.control();
      const health = await control.get('/health');
      const overview = await control.get('/overview');
      const data = { ...addressesOf(desk), health, overview };
      return { data, text: `A gateway answers at ${data.baseUrl}; its time is ${health.now}.` };
    },
  }),
  tool({
    name: 'gateway_start',
    title: 'Start a mock gateway',
    description:
      'Starts a mock gateway on this machine, in memory, with the merchant DEMO1001, and lets all tools talk to it. It ends ' +
      'with this session. A call when one was started answers the same one. Where a gateway runs already (`inrgate serve`), use ' +
      'that one instead: gateway_status tells.',
    annotations: hints.addsOnce,
    output: answers.startedGateway,
    input: {
      port: z
        .int()
        .min(0)
        .max(65_535)
        .optional()
        .describe('Default 4300; a free one where that is taken, or with 0.'),
      callbackUrl: z
        .string()
        .optional()
        .describe(
          'Where the shop takes callbacks, such as http://127.0.0.1:3000/callbacks; saved for the merchant.',
        ),
    },
    run: async (desk, { port, callbackUrl }) => {
      desk.allowed('callbackUrl', callbackUrl);
      const { dashboardUrl } = await desk.start({ port, callbackUrl });
      const data = { ...addressesOf(desk), dashboardUrl };
      return {
        data,
        text: `The gateway answers at ${data.baseUrl}; a person can watch it at ${dashboardUrl}.`,
      };
    },
  }),
  tool({
    name: 'gateway_use',
    title: 'Use a gateway that runs',
    description:
      'Lets all tools talk to another running gateway: of a saved profile, or at an address. Without arguments it is the one ' +
      'that this server was configured with. Only gateways on this machine, unless the user allowed others.',
    annotations: hints.changesOnce,
    output: answers.addresses,
    input: {
      profile: z.string().optional().describe('A profile saved with `inrgate profile add`.'),
      url: z.string().optional().describe('Root of the v3 API, such as http://127.0.0.1:4300/v3.'),
      mchId: z.string().optional().describe('The default merchant; with url DEMO1001 when left out.'),
    },
    run: async (desk, { profile, url, mchId }) => {
      if (profile !== undefined && url !== undefined) throw new UsageError('give either profile or url');
      if (url !== undefined) desk.use({ baseUrl: rootOf(url), mchId: mchId ?? 'DEMO1001' });
      else if (profile !== undefined) desk.use({ profile, ...(mchId !== undefined && { mchId }) });
      else desk.use();
      const data = addressesOf(desk);
      return { data, text: `The tools talk to ${data.baseUrl} now; gateway_status says whether it answers.` };
    },
  }),
  tool({
    name: 'gateway_reset',
    title: 'Reset the gateway',
    description:
      'Back to the configured merchants and settings: all orders, callbacks, faults and the request log are gone, the clock ' +
      'runs at real time. Ask the user first when the gateway is not your own.',
    annotations: hints.changesOnce,
    output: answers.reset,
    input: {},
    run: async (desk) => {
      await (await desk.control()).post('/reset');
      return { data: { reset: true }, text: 'The gateway is as it was when it started.' };
    },
  }),
  settingsGet(),
  settingsUpdate(),
];

function settingsGet(): Tool {
  return tool({
    name: 'settings_get',
    title: 'Settings of the gateway',
    description: 'The USDT rate, how long orders are valid, late payments, rate limit, lock, maintenance.',
    annotations: hints.reads,
    output: answers.settings,
    input: {},
    run: async (desk) => ({
      data: await (await desk.control()).get('/settings'),
      text: 'The settings of the gateway.',
    }),
  });
}

function settingsUpdate(): Tool {
  return tool({
    name: 'settings_update',
    title: 'Change settings of the gateway',
    description:
      'Changes the settings that are given, for all merchants: such as maintenance, to see how the shop takes a 503, or ' +
      'latePayments, to see an order paid after it expired.',
    annotations: hints.changesOnce,
    output: answers.settings,
    input: {
      usdtRate: z
        .string()
        .nullable()
        .optional()
        .describe('INR per USDT, four decimals; null: 503 rate_unavailable.'),
      orderValidityMinutes: z.int().optional().describe('Minutes until an unpaid order expires.'),
      latePayments: z.enum(['credit', 'refuse']).optional().describe('What a payment after expiry does.'),
      failedPayinCallback: z.boolean().optional().describe('Whether a failed pay-in sends a callback.'),
      rateLimitPerMinute: z.int().nullable().optional().describe('v3 calls a minute; null: no limit.'),
      maintenance: z.boolean().optional().describe('On: every v3 call is 503 maintenance.'),
      providerAvailable: z.boolean().optional().describe('Off: new pay-ins are 503 provider_unavailable.'),
    },
    run: async (desk, settings) => ({
      data: await (await desk.control()).patch('/settings', { body: settings }),
      text: 'The settings are changed.',
    }),
  });
}

function addressesOf(desk: Desk) {
  const { baseUrl, legacyBaseUrl, mchId } = desk.settings;
  return { baseUrl, legacyBaseUrl, mchId, ownGateway: desk.isOwn };
}

/** People name the origin, too. */
function rootOf(url: string): string {
  const { href, origin, pathname } = httpUrl('url', url);
  return pathname === '/' ? `${origin}/v3` : href;
}
