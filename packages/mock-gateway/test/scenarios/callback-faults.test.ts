import { verifyCallback } from '@inrgate/sdk/callbacks';
import { describe, expect, it } from 'vitest';
import { afterStart, minute, Orders, openGateway, start } from './harness.ts';
import { accept, fieldsOf, md5Sign, Receiver, reject } from './receiver.ts';

async function scene(callbackFormat: 'json' | 'form' = 'json') {
  const gateway = await openGateway();
  const receiver = await Receiver.open();
  const keys = await gateway.createMerchant({ callbackUrl: receiver.url, callbackFormat });
  return { gateway, receiver, keys, orders: new Orders(gateway, keys) };
}

describe('callback fault [contract:faults.callback]', () => {
  it('with the fault `drop`, the gateway sends no callback, records a failed attempt and retries on schedule', async () => {
    const { gateway, receiver, orders } = await scene();
    await gateway.faults.add({ endpoint: 'callback', times: 1, action: { kind: 'drop' } });
    const orderNo = await orders.payin();
    await gateway.payins.pay(orderNo);
    await gateway.callbacks.settle();
    expect(receiver.received).toHaveLength(0);
    const { items } = await gateway.callbacks.list({ orderNo });
    expect(items).toMatchObject([
      {
        state: 'pending',
        nextAttemptAt: afterStart(minute),
        attempts: [
          {
            number: 1,
            status: null,
            ok: false,
            reason: expect.stringMatching(/fault dropped/),
            fault: { id: 'fault_1', kind: 'drop', sent: 0, sentBody: null, note: 'not sent, on purpose' },
          },
        ],
      },
    ]);
    await gateway.clock.advance('1m');
    expect(receiver.received).toHaveLength(1);
  });

  it('with the fault `duplicate`, the gateway sends the same bytes twice as one attempt', async () => {
    const { gateway, receiver, orders } = await scene();
    await gateway.faults.add({ endpoint: 'callback', action: { kind: 'duplicate' } });
    const orderNo = await orders.payin();
    await gateway.payins.pay(orderNo);
    await gateway.callbacks.settle();
    expect(receiver.received).toHaveLength(2);
    expect(receiver.received[1]?.body).toBe(receiver.received[0]?.body);
    expect((await gateway.callbacks.list({ orderNo })).items).toMatchObject([
      {
        state: 'delivered',
        attempts: [
          {
            number: 1,
            ok: true,
            fault: {
              id: 'fault_1',
              kind: 'duplicate',
              sent: 2,
              sentBody: null,
              note: 'sent twice, on purpose',
            },
          },
        ],
      },
    ]);
  });

  it('if a fault duplicates a callback, the response to the first copy determines the result of the attempt', async () => {
    const { gateway, receiver, orders } = await scene();
    receiver.reply = (response, received) =>
      (receiver.received.length === 1 ? reject : accept)(response, received);
    await gateway.faults.add({ endpoint: 'callback', times: 1, action: { kind: 'duplicate' } });
    const orderNo = await orders.payin();
    await gateway.payins.pay(orderNo);
    await gateway.callbacks.settle();
    expect((await gateway.callbacks.list({ orderNo })).items).toMatchObject([{ state: 'pending' }]);
  });

  it.each(['json', 'form'] as const)(
    'with the fault `tamper`, the gateway alters one field of a %s body after signing',
    async (format) => {
      const { gateway, receiver, keys, orders } = await scene(format);
      receiver.reply = reject;
      await gateway.faults.add({ endpoint: 'callback', times: 1, action: { kind: 'tamper' } });
      const orderNo = await orders.payin({ extra: 'é & +' });
      await gateway.payins.pay(orderNo);
      await gateway.callbacks.settle();
      await gateway.clock.advance('1m');
      const [tampered = {}, sound = {}] = receiver.fields;
      const altered = Object.keys(sound).filter((name) => sound[name] !== tampered[name]);
      expect(altered).toEqual(['amount']);
      expect(tampered['sign']).not.toBe(md5Sign(tampered, keys.mchKey));
      expect(sound['sign']).toBe(md5Sign(sound, keys.mchKey));
      const contentType = receiver.last.headers['content-type'];
      const read = (index: number) =>
        verifyCallback(receiver.received[index]?.body ?? '', { contentType, ...keys });
      expect(() => read(0)).toThrowError(expect.objectContaining({ reason: 'invalid_signature' }));
      expect(read(1)).toMatchObject({ amount: '500.00' });
      const { items } = await gateway.callbacks.list({ orderNo });
      expect(items[0]?.body).toBe(receiver.received[1]?.body);
      // Every view of the attempt must show the body that was sent.
      const fault = {
        id: 'fault_1',
        kind: 'tamper',
        sent: 1,
        sentBody: receiver.received[0]?.body,
        note: 'sent with an altered amount, on purpose',
      };
      expect(items[0]?.attempts).toMatchObject([{ fault }, { fault: null }]);
      const { timeline } = await gateway.payins.get(orderNo);
      expect(timeline.filter(({ type }) => type === 'attempt')).toMatchObject([{ fault }, { fault: null }]);
    },
  );

  it('with the fault `delay`, the gateway sends the callback late', async () => {
    const { gateway, receiver, orders } = await scene();
    await gateway.faults.add({ endpoint: 'callback', times: 1, action: { kind: 'delay', ms: 25 } });
    const orderNo = await orders.payin();
    const started = performance.now();
    await gateway.payins.pay(orderNo);
    expect(receiver.received).toHaveLength(0);
    await gateway.callbacks.settle();
    const { items } = await gateway.callbacks.list({ orderNo });
    expect(items[0]?.attempts).toMatchObject([
      { ok: true, fault: { kind: 'delay', sent: 1, sentBody: null } },
    ]);
    expect(performance.now() - started).toBeGreaterThanOrEqual(24);
    expect(receiver.received).toHaveLength(1);
  });

  it('a callback fault can select a merchant or an order number [contract:faults.selection]', async () => {
    const { gateway, receiver, keys, orders } = await scene();
    const other = await gateway.createMerchant({ callbackUrl: receiver.url });
    await gateway.faults.add({ endpoint: 'callback', mchId: other.mchId, action: { kind: 'drop' } });
    await gateway.faults.add({ endpoint: 'callback', mchOrderNo: 'B', action: { kind: 'drop' } });
    const hit = [
      await new Orders(gateway, other).payin({ mchOrderNo: 'A' }),
      await orders.payin({ mchOrderNo: 'B' }),
    ];
    const spared = await orders.payin({ mchOrderNo: 'A' });
    const link = await orders.link({ client_ref: 'B', notify_url: receiver.url });
    for (const orderNo of [...hit, spared]) await gateway.payins.pay(orderNo);
    await gateway.links.pay(link);
    await gateway.callbacks.settle();
    expect(receiver.fields).toMatchObject([{ mchId: keys.mchId, mchOrderNo: 'A' }]);
    expect((await gateway.callbacks.list({ orderNo: link })).items).toMatchObject([{ state: 'pending' }]);
  });

  it('a callback fault applies to payouts, re-sends and test callbacks', async () => {
    const { gateway, receiver, keys, orders } = await scene();
    const orderNo = await orders.payout();
    await gateway.payouts.approve(orderNo);
    await gateway.callbacks.settle();
    await gateway.faults.add({ endpoint: 'callback', action: { kind: 'drop' } });
    expect(await gateway.payouts.resend(orderNo)).toMatchObject({
      state: 'delivered',
      attempts: [{ ok: true }, { ok: false, manual: true, startedAt: start }],
    });
    expect(await gateway.merchants.testCallback(keys.mchId)).toMatchObject({
      json: { ok: false, fault: { kind: 'drop' } },
      form: { ok: false },
      acceptedFormat: null,
    });
    expect(receiver.received).toHaveLength(1);
  });

  it('callback faults ignore wire calls, while faults at * ignore callbacks [contract:faults.endpoint]', async () => {
    const { gateway, receiver, orders } = await scene();
    await gateway.faults.add({ endpoint: 'callback', action: { kind: 'duplicate' } });
    const orderNo = await orders.payin();
    await gateway.faults.clear();
    await gateway.faults.add({ endpoint: '*', phase: 'before', action: { kind: 'drop' } });
    await gateway.payins.pay(orderNo);
    await gateway.callbacks.settle();
    expect(receiver.received).toHaveLength(1);
    expect(fieldsOf(receiver.last)).toMatchObject({ orderNo, status: 'success' });
  });

  it('no callback is pending eight hours after a callback fault was removed [invariant:10]', async () => {
    const { gateway, receiver, orders } = await scene();
    for (const kind of ['drop', 'duplicate', 'tamper'] as const) {
      await gateway.faults.add({ endpoint: 'callback', times: 3, probability: 0.5, action: { kind } });
    }
    for (let order = 0; order < 6; order++) await gateway.payins.pay(await orders.payin());
    await gateway.callbacks.settle();
    await gateway.faults.clear();
    await gateway.clock.advance('8h');
    expect((await gateway.callbacks.list({ state: 'delivered' })).items).toHaveLength(6);
    expect(receiver.received.length).toBeGreaterThanOrEqual(6);
    expect(await gateway.callbacks.settle()).toEqual({ settled: true, pending: 0 });
  });
});
