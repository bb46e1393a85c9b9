import { expect, it, onTestFinished } from 'vitest';
import { call, doors } from '../scenarios/control-door.ts';
import { callerOf, openGateway } from '../scenarios/harness.ts';
import { harFaults } from './har-schema.ts';
import { traffic } from './traffic.ts';

type Body = ReturnType<typeof JSON.parse>;

it.each(doors)(
  'the request log %s is a valid HAR 1.2 without keys, signatures or beneficiaries [contract:control.requests-har]',
  async (_how, open) => {
    const { door, gateway } = await open();
    await traffic(gateway, (path, init) => gateway.fetch(gateway.url + path, init));
    const { status, body } = await door(call.requestsHar());
    const har: Body = body;
    expect(status).toBe(200);
    expect(harFaults(har)).toEqual([]);
    const { items } = await gateway.requests.list({ limit: 200 });
    const pathOf = ({ request }: Body) => request.url.replace(/\?.*/, '');
    expect(har.log.entries.map(pathOf)).toEqual(items.toReversed().map(({ path }) => gateway.url + path));
    expect(har.log.entries[0]).toMatchObject({
      startedDateTime: '2026-11-20T09:34:05.000Z',
      request: { method: 'POST', postData: { text: expect.stringContaining('"mchOrderNo":"SHOP-1"') } },
      response: { status: 200, content: { mimeType: expect.stringContaining('application/json') } },
    });
    const text = JSON.stringify(har);
    const { mchKey, mchSecret } = gateway.merchant;
    for (const secret of [mchKey, mchSecret, 'asha@okhdfcbank', '001234567890', 'Asha Rao'])
      expect(text).not.toContain(secret);
    expect(text).not.toMatch(/(?<![0-9A-F])[0-9A-F]{32}(?![0-9A-F])/);
  },
);

it('the HAR contains only the newest entries that match the filter [contract:control.requests-har]', async () => {
  const gateway = await openGateway();
  await traffic(gateway, (path, init) => gateway.fetch(gateway.url + path, init));
  const { items } = await gateway.requests.list({ endpoint: 'payin', status: '4xx', limit: 200 });
  const { log } = await gateway.requests.har({ endpoint: 'payin', status: '4xx' });
  expect(log.entries.map(({ response }) => response.status)).toEqual(
    items.toReversed().map(({ status }) => status),
  );
  const newest = await gateway.requests.har({ endpoint: 'payin', status: '4xx', limit: 2 });
  expect(newest.log.entries).toEqual(log.entries.slice(-2));
  // @ts-expect-error it is in one piece
  await expect(gateway.requests.har({ cursor: 'req_1' })).rejects.toMatchObject({ code: 'invalid_body' });
});

it('the HAR marks a truncated body [contract:control.requests-har]', async () => {
  const gateway = await openGateway();
  const caller = callerOf(gateway);
  await caller.payin({ mchOrderNo: 'LONG', unknown: 'x'.repeat(20_000) });
  await caller.raw('/v3/payin', { note: 'x'.repeat(70_000) });
  const [long, over] = (await gateway.requests.har()).log.entries;
  expect(long).toMatchObject({
    request: { postData: { comment: expect.stringMatching(/^truncated after 8\d{3} of 20\d{3} bytes$/) } },
    response: { status: 200 },
  });
  expect(long?.request.postData?.text.length).toBeLessThan(9_000);
  expect(over).toMatchObject({ response: { status: 413 } });
});

it('the HAR shows no part of a key that the end of a truncated body divides [contract:control.requests-har]', async () => {
  const gateway = await openGateway();
  const { mchId, mchSecret } = gateway.merchant;
  await gateway.merchants.update(mchId, { mchSecret: `${mchSecret}-with-a-long-tail` });
  const head = '{"mchId":"DEMO1001","note":"';
  for (const into of [3, 10, 20]) {
    const body = `${head}${'x'.repeat(8_792 - head.length - into)}${mchSecret}-with-a-long-tail"}`;
    await gateway.fetch(`${gateway.url}/v3/payin`, { method: 'POST', body });
  }
  const text = JSON.stringify(await gateway.requests.har());
  expect(text).not.toContain('xdem');
});

it('the HAR marks a response that a fault dropped as incomplete [contract:control.requests-har]', async () => {
  const gateway = await openGateway();
  await gateway.listen();
  onTestFinished(() => gateway.close());
  await gateway.faults.add({ endpoint: 'payin', phase: 'after', times: 1, action: { kind: 'drop' } });
  await callerOf(gateway)
    .payin({ mchOrderNo: 'DROPPED' })
    .catch(() => {});
  const har = await gateway.requests.har();
  expect(har.log.entries[0]).toMatchObject({
    comment: 'no complete response: drop, by a fault',
    response: { status: 0 },
  });
  expect(harFaults(har)).toEqual([]);
});
