import { expect, it } from 'vitest';
import { sampleSettings } from '../../store/samples.contract.ts';
import { generationSettings } from './generation-settings.ts';

it('the next request repeats a failed read of the settings, but not a successful read', async () => {
  let reads = 0;
  let isAway = true;
  const settings = generationSettings(
    async () => {
      reads += 1;
      if (isAway) throw new Error('away');
      return { value: sampleSettings, version: 3 };
    },
    () => 3,
  );
  await expect(settings.get()).rejects.toThrow('away');
  isAway = false;
  expect(await settings.get()).toEqual(sampleSettings);
  expect(await settings.get()).toEqual(sampleSettings);
  expect(reads).toBe(2);
});
