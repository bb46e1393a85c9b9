import { expect, it } from 'vitest';
import { GatewayClock } from '../clock/gateway-clock.ts';
import { defaultSettings } from '../configuration/options.ts';
import { openStore } from '../store/sqlite/sqlite-store.ts';
import { InProcessBackend } from './in-process.ts';
import { sharedContract } from './shared.contract.ts';

sharedContract('one process', {
  open: async () => {
    const backend = new InProcessBackend({ store: openStore(null), clock: new GatewayClock() });
    const connect = () => backend.connect({ failed: () => {} });
    return [connect(), connect()];
  },
  settled: async () => {},
});

it('generationAfterReset returns the new generation when a reset of another connection ends', async () => {
  const backend = new InProcessBackend({ store: openStore(null), clock: new GatewayClock() });
  const [one, other] = [backend.connect({ failed: () => {} }), backend.connect({ failed: () => {} })];
  const reset = one.startOver({ settings: { ...defaultSettings, rateLimitPerMinute: 7 }, change: [] });
  const after = await other.generationAfterReset();
  await reset;
  expect(after).toBe(other.generation());
  expect((await after.settings.get()).rateLimitPerMinute).toBe(7);
});
