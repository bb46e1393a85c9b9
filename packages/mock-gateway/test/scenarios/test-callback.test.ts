import { verifyCallback } from '@inrgate/sdk/callbacks';
import { describe, expect, it } from 'vitest';
import { Orders, openGateway, start } from './harness.ts';
import { fieldsOf, md5Sign, Receiver, type Reply, refuse, reply } from './receiver.ts';

const only =
  (type: string): Reply =>
  (response, { headers }) =>
    reply(headers['content-type'] === type ? 200 : 415, 'success')(response);

const json = 'application/json';
const form = 'application/x-www-form-urlencoded';

async function tested(answer: Reply, callbackFormat: 'json' | 'form' = 'json') {
  const gateway = await openGateway();
  const receiver = await Receiver.open(answer);
  const keys = await gateway.createMerchant({ callbackUrl: receiver.url, callbackFormat });
  const result = await gateway.merchants.testCallback(keys.mchId);
  return { gateway, receiver, keys, result };
}

describe('the panel’s "Test endpoint" [spec:delivery.6] [reading:callbacks.test] [contract:control.test-callback]', () => {
  it('sends a signed test callback once as JSON and once as form data', async () => {
    const { receiver, keys, result } = await tested(reply(200, 'success'));
    expect(receiver.received.map(({ headers }) => headers['content-type'])).toEqual([json, form]);
    for (const received of receiver.received) {
      const fields = fieldsOf(received);
      expect(fields).toMatchObject({ test: 'true', status: 'success', mchId: keys.mchId, payTime: start });
      expect(fields['sign']).toBe(md5Sign(fields, keys.mchKey));
      const contentType = received.headers['content-type'];
      const callback = verifyCallback(received.body, { contentType, ...keys });
      expect(callback).toMatchObject({ kind: 'payin', test: true });
    }
    expect(JSON.parse(receiver.received[0]?.body ?? '')).toMatchObject({ test: true });
    expect(receiver.received[1]?.body).toContain('test=true');
    expect(result).toEqual({
      json: expect.objectContaining({ ok: true, status: 200, number: 1, startedAt: start }),
      form: expect.objectContaining({ ok: true, status: 200, number: 1, startedAt: start }),
      acceptedFormat: 'json',
    });
  });

  it('looks like a pay-in callback, field for field', async () => {
    const { gateway, keys, receiver } = await tested(reply(200, 'success'));
    await gateway.payins.pay(await new Orders(gateway, keys).payin());
    await gateway.callbacks.settle();
    const [test = {}, , real = {}] = receiver.fields;
    expect(Object.keys(test).sort()).toEqual([...Object.keys(real), 'test'].sort());
  });

  it.each([
    { accepts: 'both', answer: reply(200, 'success'), before: 'form', after: 'json', accepted: 'json' },
    { accepts: 'JSON alone', answer: only(json), before: 'form', after: 'json', accepted: 'json' },
    { accepts: 'form data alone', answer: only(form), before: 'json', after: 'form', accepted: 'form' },
    { accepts: 'neither', answer: refuse, before: 'form', after: 'form', accepted: null },
    { accepts: 'neither, in JSON before', answer: refuse, before: 'json', after: 'json', accepted: null },
  ] as const)(
    'records the format that the server accepts: $accepts',
    async ({ answer, before, after, accepted }) => {
      const { gateway, keys, result, receiver } = await tested(answer, before);
      expect(result.acceptedFormat).toBe(accepted);
      expect(await gateway.merchants.get(keys.mchId)).toMatchObject({ callbackFormat: after });
      await gateway.payins.pay(await new Orders(gateway, keys).payin());
      await gateway.callbacks.settle();
      expect(receiver.last.headers['content-type']).toBe(after === 'json' ? json : form);
    },
  );

  it('shows both failures when neither is accepted, and tries nothing again', async () => {
    const { gateway, receiver, keys, result } = await tested(reply(200, 'SUCCESS'));
    expect(result).toMatchObject({
      json: { ok: false, reason: expect.stringMatching(/other letters/), responseBody: 'SUCCESS' },
      form: { ok: false, reason: expect.stringMatching(/other letters/) },
      acceptedFormat: null,
    });
    await gateway.clock.advance('8h');
    expect(receiver.received).toHaveLength(2);
    expect((await gateway.callbacks.list()).items).toEqual([]);
    expect((await gateway.merchants.notifications(keys.mchId)).items).toEqual([]);
  });

  it('goes to the saved URL; without one there is nothing to test: 409', async () => {
    const gateway = await openGateway();
    await expect(gateway.merchants.testCallback(gateway.merchant.mchId)).rejects.toMatchObject({
      status: 409,
      code: 'illegal_transition',
    });
    await expect(gateway.merchants.testCallback('nobody')).rejects.toMatchObject({ status: 404 });
  });

  it('keeps what was saved while the test ran', async () => {
    const gateway = await openGateway();
    const receiver = await Receiver.open();
    const { mchId } = await gateway.createMerchant({ callbackUrl: receiver.url });
    receiver.reply = (response, received) => {
      void gateway.merchants.update(mchId, { suspended: true }).then(() => only(form)(response, received));
    };
    await gateway.merchants.testCallback(mchId);
    expect(await gateway.merchants.get(mchId)).toMatchObject({ suspended: true, callbackFormat: 'form' });
  });

  it('moves no money and leaves no order', async () => {
    const { gateway, keys } = await tested(reply(200, 'success'));
    expect(await gateway.merchants.wallet(keys.mchId)).toMatchObject({ available: '100000.00' });
    expect((await gateway.payins.list({ mchId: keys.mchId })).items).toEqual([]);
  });
});
