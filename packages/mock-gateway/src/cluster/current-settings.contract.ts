import { describe, expect, it } from 'vitest';
import { defaultSettings } from '../configuration/options.ts';
import type { OpenEnds } from './ends.contract.ts';
import type { Generation } from './shared.ts';

/** Tests of the settings of two instances. `settled` waits until all messages have arrived. */
export function currentSettingsContract(
  open: OpenEnds<Pick<Generation, 'store' | 'settings'>>,
  settled: () => Promise<void>,
): void {
  describe('shared current settings', () => {
    it('current settings are the settings that any instance stored last', async () => {
      const [one, other] = await open();
      for (const [end, rateLimitPerMinute, version] of [
        [one, 7, 1],
        [other, 8, 2],
      ] as const) {
        const settings = { ...defaultSettings, rateLimitPerMinute };
        await end.store.commit([{ write: 'put_settings', settings, version }]);
        end.settings.changed(settings);
        expect(await end.settings.get()).toEqual(settings);
        await settled();
        expect([await one.settings.get(), await other.settings.get()]).toEqual([settings, settings]);
      }
    });
  });
}
