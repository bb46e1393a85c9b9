import { expect, it } from 'vitest';
import { sampleSettings } from '../../store/samples.contract.ts';
import { GenerationSettings } from './generation-settings.ts';

it('a failed read of the settings is repeated by the next request, but a successful read is cached', async () => {
  let reads = 0;
  let isAway = true;
  const settings = new GenerationSettings(
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
