import { verifyCallback } from '@inrgate/sdk/callbacks';
import { describe, expect, it } from 'vitest';
import { came, Orders, openGateway, reopenGateway, start, temporaryFile } from './harness.ts';
import { fieldsOf, md5Sign, Receiver, type Reply, reject, reply } from './receiver.ts';

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

describe('"Test endpoint" of the merchant dashboard [spec:delivery.6] [reading:callbacks.test] [contract:control.test-callback]', () => {
  it('the endpoint test sends a signed test callback once as JSON and once as form data', async () => {
    const { receiver, keys, result } = await tested(reply(200, 'success'));
    expect(receiver.received.map(({ headers }) => headers['content-type'])).toEqual([json, form]);
    for (const received of receiver.received) {
      const fields = fieldsOf(received);
      expect(fields).toMatchObject({ test: 'true', status: 'success', mchId: keys.mchId, payTime: start });
      // The fields of the smallest pay-in, with its fee of 11 %.
      expect(fields).toMatchObject({
        amount: '200.00',
        fee: '22.00',
        netAmount: '178.00',
        tradeType: 'INRUPI',
      });
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
      advice: null,
    });
  });

  it('the test callback contains the fields of a pay-in callback and the field `test`', async () => {
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
    { accepts: 'neither', answer: reject, before: 'form', after: 'form', accepted: null },
    { accepts: 'neither, in JSON before', answer: reject, before: 'json', after: 'json', accepted: null },
  ] as const)(
    'the endpoint test records the format that the server accepts: $accepts',
    async ({ answer, before, after, accepted }) => {
      const { gateway, keys, result, receiver } = await tested(answer, before);
      expect(result.acceptedFormat).toBe(accepted);
      expect(await gateway.merchants.get(keys.mchId)).toMatchObject({ callbackFormat: after });
      await gateway.payins.pay(await new Orders(gateway, keys).payin());
      await gateway.callbacks.settle();
      expect(receiver.last.headers['content-type']).toBe(after === 'json' ? json : form);
    },
  );

  it('the endpoint test shows both failures when the server accepts neither format', async () => {
    const { gateway, receiver, keys, result } = await tested(reply(200, 'SUCCESS'));
    expect(result).toMatchObject({
      json: { ok: false, reason: expect.stringMatching(/upper or mixed case/), responseBody: 'SUCCESS' },
      form: { ok: false, reason: expect.stringMatching(/upper or mixed case/) },
      acceptedFormat: null,
    });
    await gateway.clock.advance('8h');
    expect(receiver.received).toHaveLength(2);
    expect(await gateway.callbacks.settle()).toEqual({ settled: true, pending: 0 });
    expect((await gateway.merchants.notifications(keys.mchId)).items).toEqual([]);
  });

  it('the test callback appears in the list of callbacks with its body, base string and response', async () => {
    const { gateway, receiver, keys, result } = await tested(only(form));
    const { items } = await gateway.callbacks.list({ mchId: keys.mchId });
    expect(items).toMatchObject([
      {
        id: result.form.callbackId,
        kind: 'test',
        event: 'test',
        orderNo: null,
        format: 'form',
        state: 'delivered',
      },
      {
        id: result.json.callbackId,
        kind: 'test',
        format: 'json',
        state: 'failed',
        url: receiver.url,
        nextAttemptAt: null,
      },
    ]);
    for (const [index, name] of (['json', 'form'] as const).entries()) {
      const { callbackId, ...attempt } = result[name];
      const callback = await gateway.callbacks.get(callbackId);
      expect(callback.body).toBe(receiver.received[index]?.body);
      expect(callback.attempts).toEqual([attempt]);
      expect(callback.signature).toMatchObject({
        canonical: expect.stringMatching(/&test=true&.*&key=<key>$/),
        key: 'mchKey',
      });
      expect(callback.answers).toMatchObject([{ number: 1, headers: expect.any(Array) }]);
    }
    const ids = async (filter: object) => (await gateway.callbacks.list(filter)).items.map(({ id }) => id);
    expect(await ids({ state: 'failed' })).toEqual([result.json.callbackId]);
    expect(await ids({ state: 'delivered' })).toEqual([result.form.callbackId]);
    expect(await ids({ orderNo: 'null' })).toEqual([]);
  });

  it('the endpoint test emits one event for each format', async () => {
    const gateway = await openGateway();
    const receiver = await Receiver.open(only(form));
    const { mchId } = await gateway.createMerchant({ callbackUrl: receiver.url });
    const told: object[] = [];
    gateway.events.subscribe(({ type, data }) => type === 'callback' && told.push(data));
    const { json: rejected, form: accepted } = await gateway.merchants.testCallback(mchId);
    await came(told, 2);
    expect(told).toMatchObject([
      {
        id: rejected.callbackId,
        event: 'test',
        orderNo: null,
        state: 'failed',
        attempt: { number: 1, ok: false },
      },
      { id: accepted.callbackId, event: 'test', state: 'delivered', attempt: { ok: true } },
    ]);
  });

  it('the test callback belongs to no order, so neither the overview nor settle counts it', async () => {
    const { gateway, keys, result } = await tested(reject);
    expect(result.acceptedFormat).toBeNull();
    expect(await gateway.overview()).toMatchObject({ callbacks: {}, nextDueAt: null });
    expect(await gateway.callbacks.settle({ timeoutMs: 0 })).toMatchObject({ pending: 0 });
    expect((await gateway.merchants.notifications(keys.mchId)).items).toEqual([]);
    await gateway.payins.pay(await new Orders(gateway, keys).payin());
    await gateway.callbacks.settle();
    expect((await gateway.overview()).callbacks).toEqual({ pending: 1 });
  });

  it('the test callback survives a restart', async () => {
    const db = temporaryFile();
    const gateway = await openGateway({ db });
    const receiver = await Receiver.open();
    await gateway.merchants.update('DEMO1001', { callbackUrl: receiver.url });
    await gateway.merchants.testCallback('DEMO1001');
    const before = await gateway.callbacks.list();
    await gateway.close();
    const again = await reopenGateway(db);
    expect(await again.callbacks.list()).toEqual(before);
    expect(receiver.received).toHaveLength(2);
  });

  it.each([
    { answer: reply(200, 'SUCCESS'), words: /upper or mixed case/ },
    { answer: reply(200, 'ok'), words: /does not contain success/ },
    { answer: reply(201, 'success'), words: /only status 200 acknowledges a callback/ },
    { answer: reply(302, '', { location: 'http://a.example/login' }), words: /redirect to a\.example/ },
    { answer: reply(401, 'bad sign'), words: /wrong signature/ },
    { answer: reply(404, ''), words: /the path does not exist/ },
    { answer: reply(405, ''), words: /does not accept POST/ },
    { answer: reply(415, ''), words: /content type/ },
  ])('the endpoint test explains why each format failed: $words', async ({ answer, words }) => {
    const { result } = await tested(answer);
    for (const attempt of [result.json, result.form]) {
      expect(attempt).toMatchObject({ ok: false, reason: expect.stringMatching(words) });
    }
  });

  it('the endpoint test explains how `test` is signed if the server rejects only the JSON', async () => {
    const { gateway, keys, result } = await tested(only(form));
    expect(result.advice).toMatch(/sends forms.*boolean true.*test=true.*Python.*PHP/);
    await gateway.merchants.update(keys.mchId, { callbackUrl: 'http://127.0.0.1:9/' });
    const unanswered = await gateway.merchants.testCallback(keys.mchId);
    expect(unanswered).toMatchObject({ json: { reason: expect.stringMatching(/refused/) }, advice: null });
  });

  it('the endpoint test tells a server that looks for the order to acknowledge the test first', async () => {
    expect((await tested(reply(404, 'no such order'))).result.advice).toMatch(
      /exists neither.*`test` is true/,
    );
    expect((await tested(reply(401, 'bad sign'))).result.advice).toBeNull();
  });

  it('the endpoint test of a URL that has changed meanwhile saves no format', async () => {
    const gateway = await openGateway();
    const receiver = await Receiver.open();
    const { mchId } = await gateway.createMerchant({ callbackUrl: receiver.url });
    receiver.reply = async (response, received) => {
      await gateway.merchants.update(mchId, { callbackUrl: 'http://127.0.0.1:9/other' });
      only(form)(response, received);
    };
    expect(await gateway.merchants.testCallback(mchId)).toMatchObject({ acceptedFormat: 'form' });
    expect(await gateway.merchants.get(mchId)).toMatchObject({ callbackFormat: 'json' });
  });

  it('a reset aborts the endpoint test without recording a callback', async () => {
    const gateway = await openGateway();
    const receiver = await Receiver.open();
    const { mchId } = await gateway.createMerchant({ callbackUrl: receiver.url });
    receiver.reply = (response, received) => {
      void gateway.reset().then(() => only(json)(response, received));
    };
    const rejected = { code: 'illegal_transition', message: expect.stringContaining('reset') };
    await expect(gateway.merchants.testCallback(mchId)).rejects.toMatchObject(rejected);
    expect((await gateway.callbacks.list()).items).toEqual([]);
  });

  it('the endpoint test ends without saving a format when the gateway closes', async () => {
    const gateway = await openGateway();
    const receiver = await Receiver.open();
    const { mchId } = await gateway.createMerchant({ callbackUrl: receiver.url });
    receiver.reply = () => void gateway.close();
    await expect(gateway.merchants.testCallback(mchId)).rejects.toMatchObject({
      code: 'illegal_transition',
      message: 'The gateway was closed or reset during the test. It saved no format.',
    });
  });

  it('the endpoint test uses the saved URL, or returns 409 if no URL is saved', async () => {
    const gateway = await openGateway();
    await expect(gateway.merchants.testCallback(gateway.merchant.mchId)).rejects.toMatchObject({
      status: 409,
      code: 'illegal_transition',
    });
    await expect(gateway.merchants.testCallback('nobody')).rejects.toMatchObject({ status: 404 });
  });

  it('the endpoint test keeps a change to the merchant that is saved during the test', async () => {
    const gateway = await openGateway();
    const receiver = await Receiver.open();
    const { mchId } = await gateway.createMerchant({ callbackUrl: receiver.url });
    receiver.reply = (response, received) => {
      void gateway.merchants.update(mchId, { suspended: true }).then(() => only(form)(response, received));
    };
    await gateway.merchants.testCallback(mchId);
    expect(await gateway.merchants.get(mchId)).toMatchObject({ suspended: true, callbackFormat: 'form' });
  });

  it('the endpoint test moves no money and creates no order', async () => {
    const { gateway, keys } = await tested(reply(200, 'success'));
    expect(await gateway.merchants.wallet(keys.mchId)).toMatchObject({ available: '100000.00' });
    expect((await gateway.payins.list({ mchId: keys.mchId })).items).toEqual([]);
  });
});
