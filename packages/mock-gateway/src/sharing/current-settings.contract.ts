import { describe, expect, it } from 'vitest';
import { defaultSettings } from '../configuration/options.ts';
import type { CurrentSettings } from './current-settings.ts';
import type { OpenEnds } from './ends.contract.ts';

/** The settings that two gateways answer by. `settled` waits until what was said has come. */
export function currentSettingsContract(open: OpenEnds<CurrentSettings>, settled: () => Promise<void>): void {
  describe('current settings', () => {
    it('are those that either gateway has stored last', async () => {
      const [one, other] = await open();
      for (const [end, rateLimitPerMinute] of [
        [one, 7],
        [other, 8],
      ] as const) {
        end.changed({ ...defaultSettings, rateLimitPerMinute });
        await settled();
        expect([(await one.get()).rateLimitPerMinute, (await other.get()).rateLimitPerMinute]).toEqual([
          rateLimitPerMinute,
          rateLimitPerMinute,
        ]);
      }
    });
  });
}
