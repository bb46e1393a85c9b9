import { type ControlRequest, faultEffects } from '@inrgate/mock-gateway/control';
import { z } from 'zod';
import { UsageError } from '../../../output/usage-error.ts';
import { httpUrl } from '../../../session/settings.ts';
import { bodyOf } from '../control-tool.ts';
import { hints, type Tool, tool } from '../tool.ts';
import type { ToolContext } from '../tool-context.ts';

function addressesOf(context: ToolContext) {
  const { baseUrl, legacyBaseUrl, mchId } = context.settings;
  return { baseUrl, legacyBaseUrl, mchId, ownGateway: context.isOwn };
}

/** Base URL of the v3 API. Accepts an origin without a path. */
function rootOf(url: string): string {
  const { href, origin, pathname } = httpUrl('url', url);
  return pathname === '/' ? `${origin}/v3` : href;
}

const { action = z.unknown(), phase: _phase, ...fault } = bodyOf('POST /faults');

function kindsAt(endpoint: string): string {
  return Object.entries(faultEffects(endpoint))
    .map(([kind, effect]) => `${kind} (${effect})`)
    .join(', ');
}

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
      const { dashboardUrl } = await context.start(port, callbackUrl);
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
  tool({
    name: 'clock_advance',
    description:
      'Moves the clock forward and runs every due timer, for example expiries and callback retries. Returns when the ' +
      'deliveries have ended. Only gateway_reset moves the clock back.',
    annotations: hints.changes,
    input: {
      by: z.string().optional().describe('Duration. A pay-in expires after 30m. Example: 31m'),
      toNext: z.literal(true).optional().describe('Moves to the next due timer, instead of by.'),
    },
    run: async (context, { by, toNext }) => {
      if ((by === undefined) === (toNext === undefined))
        throw new UsageError('use exactly one of by and toNext');
      const control = await context.control();
      return by === undefined
        ? control.post('/clock/advance-to-next')
        : control.post('/clock/advance', { body: { by } });
    },
  }),
  tool({
    name: 'fault_add',
    description:
      'Injects a fault into requests or callbacks of the shop. With endpoint payin, phase after and action drop, ' +
      'the gateway creates the order but sends no response. Only the first matching fault applies.',
    annotations: hints.adds,
    input: {
      ...fault,
      phase: z
        .enum(['before', 'after'])
        .optional()
        .describe('before (default): the request has no effect. after: only the response fails.'),
      action: action.describe(`Kinds for requests: ${kindsAt('*')}. For callbacks: ${kindsAt('callback')}.`),
    },
    run: async (context, { phase, ...given }: Readonly<Record<string, unknown>>) => {
      const known = phase ?? (given['endpoint'] === 'callback' ? undefined : 'before');
      const body = { ...given, phase: known } as NonNullable<ControlRequest<'POST', '/faults'>['body']>;
      return (await context.control()).post('/faults', { body });
    },
  }),
  tool({
    name: 'fault_remove',
    description: 'Removes an active fault, or all faults.',
    annotations: hints.changesOnce,
    input: {
      id: z.string().optional().describe('Fault id from fault_list.'),
      all: z.literal(true).optional().describe('Removes all faults.'),
    },
    run: async (context, { id, all }) => {
      if ((id === undefined) === (all === undefined)) throw new UsageError('use exactly one of id and all');
      const control = await context.control();
      await (id === undefined ? control.delete('/faults') : control.delete('/faults/:id', { id }));
      return { removed: id ?? 'all' };
    },
  }),
];
