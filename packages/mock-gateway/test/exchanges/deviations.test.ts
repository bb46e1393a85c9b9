import { readFileSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { createMockGateway } from '../../src/index.ts';
import { deviating, deviations } from './deviations.ts';
import { judged } from './judged.ts';
import { traffic } from './traffic.ts';

async function open() {
  const gateway = await createMockGateway({ clock: { now: '2026-11-20T15:04:05+05:30', mode: 'frozen' } });
  onTestFinished(() => gateway.close());
  return gateway;
}

it('the traffic check reports nothing about a gateway that follows the specification [contract:exchanges.answers]', async () => {
  const gateway = await open();
  const watching = judged((path, init) => gateway.fetch(gateway.url + path, init), gateway.merchant);
  await traffic(gateway, watching.send);
  expect(watching.broken.filter(({ about }) => about !== 'request')).toEqual([]);
  expect(watching.held.size).toBeGreaterThan(30);
  // The sentences of the rules in the conformance table.
  const table = readFileSync(new URL('../../../../docs/reference/conformance.md', import.meta.url), 'utf8');
  expect([...watching.ids].filter((id) => !table.includes(`| \`${id}\` |`))).toEqual([]);
});

it.each(deviations)(
  'the traffic check reports a gateway where $name: $clause [contract:exchanges.answers]',
  async (deviation) => {
    const gateway = await open();
    const send = deviating((path, init) => gateway.fetch(gateway.url + path, init), deviation);
    const watching = judged(send, gateway.merchant);
    await traffic(gateway, watching.send);
    const named = watching.broken.filter(({ about }) => about === 'answer').map(({ id }) => id);
    expect(named).toContain(deviation.clause);
  },
);

it('the list contains more than 40 deviations with different names', () => {
  expect(deviations.length).toBeGreaterThan(40);
  expect(new Set(deviations.map(({ name }) => name)).size).toBe(deviations.length);
});
