import { expect, it, onTestFinished } from 'vitest';
import { createMockGateway } from '../../src/index.ts';
import { deviating, type deviations, serving } from './deviations.ts';
import { proxied } from './through-proxy.ts';
import { traffic } from './traffic.ts';

export function namedInPassing(which: typeof deviations): void {
  it.each(which)('the proxy reports $clause for a gateway where $name', async (deviation) => {
    const gateway = await createMockGateway({ clock: { now: '2026-11-20T15:04:05+05:30', mode: 'frozen' } });
    onTestFinished(() => gateway.close());
    const origin = await serving(
      deviating((path, init) => gateway.fetch(gateway.url + path, init), deviation),
    );
    const proxy = await proxied(origin, gateway.merchant);
    onTestFinished(() => proxy.close());
    await traffic(gateway, (path, init) => fetch(proxy.url + path, init));
    const named = proxy.broken.filter(({ about }) => about === 'answer').map(({ id }) => id);
    expect(named).toContain(deviation.clause);
  });
}
