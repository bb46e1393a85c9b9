import { formatRate } from '@inrgate/sdk/internal';
import type { z } from 'zod';
import { mergeSettings, settingsFields } from '../configuration/options.ts';
import type { Settings } from '../domain/settings.ts';
import { changeSettings } from '../operations/change-settings.ts';
import type { ControlDeps } from './deps.ts';
import { parseInput } from './input.ts';
import type { ControlResponse } from './responses/responses.ts';

/** Settings to change, in the format of the configuration file. */
export const settingsPatch = settingsFields.partial();

export type SettingsPatch = z.input<typeof settingsPatch>;

export function settingsControls(deps: ControlDeps) {
  return {
    /** Returns the current settings, with `usdtRate` in INR per USDT with four decimals. */
    get: async () => settingsView(await deps.ports.settings()),

    /** Changes the given settings for all later requests. Returns all settings. */
    async update(patch: SettingsPatch) {
      const wanted = parseInput(settingsPatch, patch);
      return settingsView(await changeSettings(deps.ports, (settings) => mergeSettings(settings, wanted)));
    },
  };
}

function settingsView(settings: Settings): ControlResponse<'Settings'> {
  return { ...settings, usdtRate: settings.usdtRate === null ? null : formatRate(settings.usdtRate) };
}
