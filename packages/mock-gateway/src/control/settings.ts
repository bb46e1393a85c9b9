import { formatRate } from '@inrgate/sdk/internal';
import { mergeSettings, settingsFields } from '../configuration/options.ts';
import type { Settings } from '../domain/settings.ts';
import { changeSettings } from '../operations/change-settings.ts';
import { call } from './call.ts';
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
      const settings = changeSettings(gateway, (before) => mergeSettings(before, body));
      await gateway.store.onDisk();
      return settingsView(settings);
    },
  }),
};

function settingsView(settings: Settings): ControlResponse<'Settings'> {
  return { ...settings, usdtRate: settings.usdtRate === null ? null : formatRate(settings.usdtRate) };
}
