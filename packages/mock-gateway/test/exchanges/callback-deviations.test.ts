import { ExchangeJudge, type Finding } from '@inrgate/conformance';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Caller } from '../client.ts';
import { listenGateway } from '../scenarios/harness.ts';
import { accept, Receiver, reject } from '../scenarios/receiver.ts';
import { patient } from '../scenarios/sender.ts';
import { altered, type CallbackDeviation, callbackDeviations } from './callback-deviations.ts';
import { proxied } from './through-proxy.ts';

/** An order that was paid and queried behind a proxy, with its callback. */
async function paid(of: CallbackDeviation['of'], answer = accept) {
  const gateway = await listenGateway({ sender: patient });
  const told = await Receiver.open();
  const shop = await Receiver.open(answer);
  await gateway.merchants.update(gateway.merchant.mchId, { callbackUrl: told.url });
  const proxy = await proxied(gateway.url, gateway.merchant, shop.url);
  onTestFinished(() => proxy.close());
  const caller = new Caller((path, init) => fetch(proxy.url + path, init), gateway.merchant);
  if (of === 'payin') {
    await caller.payin({ mchOrderNo: 'SHOP-1', amount: '500.00' });
    await gateway.payins.pay('SHOP-1', { utr: '412345678901' });
    await caller.query({ mchOrderNo: 'SHOP-1' });
  } else if (of === 'payout') {
    await caller.payout({ mchOrderNo: 'OUT-1', amount: '500.00' });
    await gateway.payouts.approve('OUT-1');
    await gateway.payouts.complete('OUT-1');
    await caller.query({ mchOrderNo: 'OUT-1' }, { key: 'mchSecret' });
  } else {
    const { data } = await caller.createLink({ amount: '500', client_ref: 'INV-1', notify_url: told.url });
    await gateway.links.pay('INV-1');
    await caller.linkStatus(String(data['link_code']));
  }
  await gateway.callbacks.settle();
  const { body } = told.last;
  const send = (init: RequestInit) => fetch(String(proxy.callbackUrl), init).then((got) => got.text());
  return { gateway, proxy, shop, body, send };
}

const ofCallbacks = (findings: readonly Finding[], states: readonly Finding['state'][]) =>
  findings
    .filter(({ about, state }) => about === 'callback' && states.includes(state))
    .map(({ id, state }) => `${state} ${id}`);

describe('callbacks through the proxy [contract:exchanges.callbacks]', () => {
  it.each(callbackDeviations)(
    'the proxy reports a callback with the deviation "$name": $clause',
    async (deviation) => {
      const { clause, of, state = 'broken', times = 1, refused: rejected } = deviation;
      const { gateway, proxy, body, send } = await paid(of, rejected === true ? reject : accept);
      for (let turn = 0; turn < times; turn++) {
        await send(altered(deviation, { body, turn, merchant: gateway.merchant }));
      }
      await expect.poll(() => proxy.passed.filter(({ kind }) => kind === 'callback').length).toBe(times);
      expect(ofCallbacks(proxy.findings, ['broken', 'doubtful'])).toContain(`${state} ${clause}`);
    },
  );

  it.each(['payin', 'payout', 'link'] as const)(
    'correct %s callbacks and their retries pass every rule of the proxy',
    async (of) => {
      const { proxy, body, shop, send } = await paid(of);
      shop.reply = reject;
      const init = {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json', 'user-agent': 'inrgate-mock-gateway' },
      };
      await send(init);
      shop.reply = accept;
      await send(init);
      await expect.poll(() => proxy.passed.filter(({ kind }) => kind === 'callback').length).toBe(2);
      expect(ofCallbacks(proxy.findings, ['broken', 'doubtful'])).toEqual([]);
      expect(ofCallbacks(proxy.findings, ['held'])).toContain('held spec:events.signed');
    },
  );

  it('the proxy reports a query with status pending after a callback with status success', async () => {
    const { gateway, proxy, body, send } = await paid('payin');
    await send({ method: 'POST', body, headers: { 'content-type': 'application/json' } });
    await expect.poll(() => proxy.passed.some(({ kind }) => kind === 'callback')).toBe(true);
    const judge = new ExchangeJudge(gateway.merchant);
    const [create, query, callback] = proxy.passed;
    if (create === undefined || query === undefined || callback === undefined) throw new Error('too few');
    judge.exchange({ ...create, api: 'v3' });
    judge.callback(callback);
    const text = Buffer.from(query.answer?.body ?? '').toString('utf8');
    const pending = Buffer.from(text.replace('"status":"success"', '"status":"pending"'));
    const [startedAt, endedAt] = [callback.endedAt + 1, callback.endedAt + 2];
    const answer = { ...query.answer, status: 200, headers: [], body: pending, length: pending.length };
    const later = { ...query, api: 'v3', answer: { ...answer, complete: true }, startedAt, endedAt } as const;
    expect(judge.exchange(later)).toContainEqual(
      expect.objectContaining({ id: 'spec:states.payin.success', state: 'broken' }),
    );
  });
});
