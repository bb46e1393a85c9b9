import { z } from 'zod';
import { UsageError } from '../../../output/usage-error.ts';
import { httpUrl } from '../../../session/settings.ts';
import { hints, type Tool, tool } from '../tool.ts';
import type { ToolContext } from '../tool-context.ts';

export const gatewayTools: readonly Tool[] = [
  tool({
    name: 'gateway_status',
    description:
      'Shows the URLs, default merchant, time and next due timer of the current gateway, and counts of orders, ' +
      'callbacks and faults. Call this tool first. If no gateway responds, call gateway_start.',
    annotations: hints.reads,
    input: {},
    run: async (context) => {
      const control = await context.control();
      const overview = await control.get('/overview');
      return { ...addressesOf(context), overview };
    },
  }),
  tool({
    name: 'gateway_start',
    description:
      'Starts an in-memory mock gateway on this machine with the merchant DEMO1001, and selects it for all tools. The gateway stops with this ' +
      'session. A second call returns the same gateway. If gateway_status shows a running gateway, do not start ' +
      'another gateway.',
    annotations: hints.addsOnce,
    input: {
      port: z
        .int()
        .min(0)
        .max(65_535)
        .optional()
        .describe('Default: 4300. With 0, or if the port is in use, inrgate selects a free port.'),
      callbackUrl: z
        .string()
        .optional()
        .describe('Callback URL to save for the merchant. Example: http://127.0.0.1:3000/callbacks'),
    },
    run: async (context, { port, callbackUrl }) => {
      context.allowed('callbackUrl', callbackUrl);
      const { dashboardUrl } = await context.start({ port, callbackUrl });
      return { ...addressesOf(context), dashboardUrl };
    },
  }),
  tool({
    name: 'gateway_use',
    description:
      'Switches all tools to another running gateway. Without arguments, switches back to the configured ' +
      'gateway. A gateway on another machine requires the permission of the user.',
    annotations: hints.changesOnce,
    input: {
      profile: z.string().optional().describe('Profile saved with `inrgate profile add`.'),
      url: z.string().optional().describe('Base URL of the v3 API. Example: http://127.0.0.1:4300/v3'),
      mchId: z
        .string()
        .optional()
        .describe('Merchant for all tools. If url is set, the default is DEMO1001.'),
    },
    run: async (context, { profile, url, mchId }) => {
      if (profile !== undefined && url !== undefined)
        throw new UsageError('profile and url cannot be combined');
      if (url !== undefined) context.use({ baseUrl: rootOf(url), mchId: mchId ?? 'DEMO1001' });
      else if (profile !== undefined) context.use({ profile, ...(mchId !== undefined && { mchId }) });
      else context.use();
      return addressesOf(context);
    },
  }),
];

function addressesOf(context: ToolContext) {
  const { baseUrl, legacyBaseUrl, mchId } = context.settings;
  return { baseUrl, legacyBaseUrl, mchId, ownGateway: context.isOwn };
}

/** Base URL of the v3 API. Accepts an origin without a path. */
function rootOf(url: string): string {
  const { href, origin, pathname } = httpUrl('url', url);
  return pathname === '/' ? `${origin}/v3` : href;
}
