import { formatRate } from '@inrgate/sdk/internal';
import { mergeSettings, rateConflict, settingsFields } from '../configuration/options.ts';
import type { Settings } from '../domain/settings.ts';
import { ControlError } from '../http/core/control-error.ts';
import { changeSettings } from '../operations/change-settings.ts';
import { call } from './call.ts';
import type { ControlGateway } from './control-gateway.ts';
import type { ControlResponse } from './responses/responses.ts';

export const settingsCalls = {
  /** Returns the current settings, with `usdtRate` in INR per USDT with four decimals. */
  get: call({
    route: 'GET /settings',
    summary: 'Get the settings',
    response: 'Settings',
    run: async ({ store }) => settingsView(store.settings),
  }),
  /** Changes the given settings for all later requests. Returns all settings. */
  update: call({
    route: 'PATCH /settings',
    summary: 'Change settings',
    body: {
      schema: settingsFields.partial(),
      examples: { 'Remove the USDT rate': { usdtRate: null }, Maintenance: { maintenance: true } },
    },
    response: 'Settings',
    run: async (gateway, { body }) => {
      refuseRate(gateway, body.usdtRate ?? null);
      const settings = changeSettings(gateway, (before) => mergeSettings(before, body));
      await gateway.store.onDisk();
      return settingsView(settings);
    },
  }),
};

function refuseRate({ store }: ControlGateway, usdtRate: Settings['usdtRate']): void {
  if (usdtRate === null) return;
  for (const { limits } of store.merchants.all()) {
    const conflict = rateConflict(usdtRate, limits);
    if (conflict !== null) throw new ControlError('invalid_body', `usdtRate: ${conflict}`);
  }
}

function settingsView(settings: Settings): ControlResponse<'Settings'> {
  return { ...settings, usdtRate: settings.usdtRate === null ? null : formatRate(settings.usdtRate) };
}
