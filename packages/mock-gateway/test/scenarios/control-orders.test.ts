import { describe, expect, it } from 'vitest';
import { type ControlCall, call, type Door, doors, itemsOf } from './control-door.ts';
import { afterStart, callerOf, minute, Orders, start } from './harness.ts';

const demo = 'DEMO1001';
const error = (code: string) => ({ error: code, message: expect.stringMatching(/\S/) });

describe.each(doors)('orders in the control API %s', (_how, open) => {
  describe('pay-in in the control API [contract:control.payins]', () => {
    it('a pay-in contains the fields of the wire API and its callback URL', async () => {
      const { door, gateway } = await open();
      const params = {
        tradeType: 'usdt',
        extra: 'x',
        notifyUrl: 'http://a.example/',
        returnUrl: 'http://b.example/',
      };
      const { data } = await callerOf(gateway).payin(params);
      const { status, body } = await door(call.order('payins', String(data['orderNo'])));
      const { pay_url: _other, rate: _rate, network: _network, ...wire } = data;
      expect(status).toBe(200);
      expect(body).toMatchObject({
        ...wire,
        mchId: demo,
        notifyUrl: 'http://a.example/',
        returnUrl: 'http://b.example/',
      });
    });

    it('the timeline of a pay-in contains its state changes, entries, callbacks and attempts in order', async () => {
      const { door, gateway } = await open();
      const orderNo = await new Orders(gateway).payin({ notifyUrl: 'http://127.0.0.1:9/' });
      await gateway.clock.advance('1m');
      await gateway.payins.fail(orderNo);
      await gateway.callbacks.settle();
      await gateway.clock.advance('30s');
      await gateway.payins.pay(orderNo);
      await gateway.callbacks.settle();
      const { body } = await door(call.order('payins', orderNo));
      const timeline = body['timeline'] as readonly Record<string, unknown>[];
      expect(timeline.map(({ at, type, to, event, kind }) => [at, type, to ?? event ?? kind])).toEqual([
        [start, 'move', 'pending'],
        [afterStart(minute), 'move', 'failed'],
        [afterStart(minute), 'callback', 'payin.failed'],
        [afterStart(minute), 'attempt', 'payin.failed'],
        [afterStart(90_000), 'move', 'success'],
        [afterStart(90_000), 'ledger', 'payin'],
        [afterStart(90_000), 'callback', 'payin.success'],
        [afterStart(90_000), 'attempt', 'payin.success'],
      ]);
      expect(timeline[0]).toMatchObject({ from: null, to: 'pending', by: 'merchant' });
      expect(timeline[1]).toMatchObject({ from: 'pending', to: 'failed', by: 'customer' });
      expect(timeline[5]).toMatchObject({
        postings: expect.arrayContaining([{ account: 'merchant:DEMO1001:available', amount: '445.00' }]),
      });
    });

    it('the operator can set the paid amount and the reference of a payment, or use the defaults', async () => {
      const { door, gateway } = await open();
      const orders = new Orders(gateway);
      const paid = await door(
        call.pay('payins', await orders.payin(), { paidAmount: '499.99', utr: 'UTR1' }),
      );
      expect(paid).toMatchObject({
        status: 200,
        body: { status: 'success', paidAmount: '499.99', utr: 'UTR1', paidAt: start, netAmount: '445.00' },
      });
      const plain = await door(call.pay('payins', await orders.payin()));
      expect(plain.body).toMatchObject({ paidAmount: '500.00', utr: expect.stringMatching(/^\d{12}$/) });
      const usdt = await door(call.pay('payins', await orders.payin({ tradeType: 'usdt' })));
      expect(usdt.body).toMatchObject({ utr: null, usdtAmount: '5.555556' });
    });

    it.each([
      { paidAmount: '0.00' },
      { paidAmount: '5' },
      { paidAmount: 500 },
      { paidAmount: null },
      { utr: '' },
      { utr: 'x'.repeat(65) },
      { utr: 7 },
      { status: 'success' },
      [],
    ])('a payment with %j returns 422 and changes nothing', async (body) => {
      const { door, gateway } = await open();
      const orderNo = await new Orders(gateway).payin();
      const before = await door(call.order('payins', orderNo));
      expect(await door(call.pay('payins', orderNo, body))).toEqual({
        status: 422,
        body: error('invalid_body'),
      });
      expect(await door(call.order('payins', orderNo))).toEqual(before);
    });

    it('a second payment returns 409 and changes nothing', async () => {
      const { door, gateway } = await open();
      const orderNo = await new Orders(gateway).payin();
      await door(call.pay('payins', orderNo));
      const before = await door(call.order('payins', orderNo));
      for (const each of [call.pay('payins', orderNo), call.fail('payins', orderNo)]) {
        expect(await door(each)).toEqual({ status: 409, body: error('illegal_transition') });
      }
      expect(await door(call.order('payins', orderNo))).toEqual(before);
      expect((await door(call.wallet(demo))).body).toMatchObject({ available: '100445.00' });
    });

    it('a client can fail a pay-in', async () => {
      const { door, gateway } = await open();
      const orderNo = await new Orders(gateway).payin();
      expect(await door(call.fail('payins', orderNo))).toMatchObject({
        status: 200,
        body: { orderNo, status: 'failed', paidAmount: null, paidAt: null },
      });
    });
  });

  describe('moves of any order [contract:control.payins]', () => {
    it('the merchant’s order number, the gateway’s and a link code name an order of any kind', async () => {
      const { door, gateway } = await open();
      const orders = new Orders(gateway);
      const payin = await orders.payin({ mchOrderNo: 'ORDER-1' });
      const link = await orders.link({ client_ref: 'LINK-1' });
      const payout = await orders.payout({ mchOrderNo: 'OUT-1' });
      expect((await door(call.anyOrder('ORDER-1'))).body).toMatchObject({ orderNo: payin, timeline: [{}] });
      expect((await door(call.payAny('LINK-1'))).body).toMatchObject({ linkCode: link, status: 'success' });
      expect((await door(call.payAny(payin, { paidAmount: '400.00' }))).body).toMatchObject({
        mchOrderNo: 'ORDER-1',
        paidAmount: '400.00',
      });
      expect((await door(call.rejectAny('OUT-1'))).body).toMatchObject({ orderNo: payout, status: 'failed' });
    });

    it('a move finds only orders that have this move, and names several orders with one number', async () => {
      const { door, gateway } = await open();
      const orders = new Orders(gateway);
      await orders.payout({ mchOrderNo: 'SAME' });
      expect(await door(call.payAny('SAME'))).toEqual({ status: 404, body: error('not_found') });
      await orders.payin({ mchOrderNo: 'SAME' });
      expect((await door(call.anyOrder('SAME'))).body).toEqual(error('ambiguous'));
      expect((await door(call.payAny('SAME'))).body).toMatchObject({ status: 'success' });
      await orders.link({ client_ref: 'SAME' });
      expect(await door(call.payAny('SAME'))).toEqual({ status: 409, body: error('ambiguous') });
    });

    it('the response of a move contains its callback, or the reason why there is none', async () => {
      const { door, gateway } = await open();
      const orders = new Orders(gateway);
      const callbackOf = async (made: ControlCall) => (await door(made)).body['callback'];
      const told = await callbackOf(call.payAny(await orders.payin({ notifyUrl: 'http://127.0.0.1:9/' })));
      expect(told).toEqual({ id: expect.stringMatching(/^cb_/), state: 'pending' });
      expect((await door(call.callback(String(Object(told).id)))).status).toBe(200);
      expect(await callbackOf(call.pay('payins', await orders.payin()))).toMatchObject({
        state: 'undeliverable',
      });
      expect(await callbackOf(call.approve(await orders.payout()))).toMatchObject({ state: 'undeliverable' });
      const link = await orders.link();
      const none = (reason: RegExp) => ({ state: 'none', reason: expect.stringMatching(reason) });
      expect(await callbackOf(call.fail('links', link))).toEqual(none(/failed link/));
      expect(await callbackOf(call.pay('links', link))).toEqual(none(/no notify URL/));
      await gateway.settings.update({ failedPayinCallback: false });
      expect(await callbackOf(call.fail('payins', await orders.payin()))).toEqual(
        none(/failedPayinCallback/),
      );
    });
  });

  it('a client can find a link by its code and change the link like a pay-in [contract:control.links]', async () => {
    const { door, gateway } = await open();
    const orders = new Orders(gateway);
    const linkCode = await orders.link({ client_ref: 'R', note: 'n', notify_url: 'http://a.example/' });
    const { body } = await door(call.order('links', linkCode));
    expect(body).not.toHaveProperty('orderNo');
    const listed = itemsOf(await door(call.orders('links', {})));
    expect(listed.map((item) => item['linkCode'])).toEqual([linkCode]);
    expect(body).toMatchObject({
      linkCode,
      clientRef: 'R',
      note: 'n',
      mchId: demo,
      amount: '500.00',
      status: 'pending',
      notifyUrl: 'http://a.example/',
    });
    expect(await door(call.pay('links', linkCode))).toMatchObject({
      status: 200,
      body: { status: 'success' },
    });
    expect(await door(call.fail('links', await orders.link()))).toMatchObject({ body: { status: 'failed' } });
  });

  describe('payout in the control API [contract:control.payouts]', () => {
    it('the operator can approve, complete, reject and cancel payouts', async () => {
      const { door, gateway } = await open();
      const orders = new Orders(gateway);
      const orderNo = await orders.payout();
      expect(await door(call.approve(orderNo))).toMatchObject({
        status: 200,
        body: { status: 'processing' },
      });
      await gateway.clock.advance('1m');
      expect(await door(call.complete(orderNo, { txid: 'T1' }))).toMatchObject({
        status: 200,
        body: { status: 'success', txid: 'T1', paidAt: afterStart(minute), message: null },
      });
      expect(await door(call.reject(await orders.payout(), { message: 'no' }))).toMatchObject({
        body: { status: 'failed', message: 'no', paidAt: null },
      });
      expect((await door(call.reject(await orders.payout()))).body).toMatchObject({
        message: 'Rejected by the operator',
      });
      expect((await door(call.cancel(await orders.payout(), {}))).body).toMatchObject({
        status: 'failed',
        message: 'Cancelled',
      });
      expect((await door(call.cancel(await orders.payout(), { message: '' }))).body).toMatchObject({
        message: '',
      });
    });

    it('a payout shows its debit and the ledger entries of its state changes', async () => {
      const { door, gateway } = await open();
      const orderNo = await new Orders(gateway).payout();
      await door(call.approve(orderNo));
      expect((await door(call.complete(orderNo))).body).toMatchObject({ status: 'success', txid: null });
      const { body } = await door(call.order('payouts', orderNo));
      expect(body).toMatchObject({ amount: '1000.00', fee: '75.00', totalDebit: '1075.00' });
      const timeline = body['timeline'] as readonly Record<string, unknown>[];
      const happened = timeline.map((entry) => entry['to'] ?? entry['kind'] ?? entry['event']);
      expect(happened.toSorted()).toEqual([
        'capture',
        'hold',
        'payout.processing',
        'payout.success',
        'pending',
        'processing',
        'success',
      ]);
    });

    it.each([
      [{ upiId: 'asha.rao@okhdfcbank' }, { upiId: '••••bank' }],
      [{ upiId: null, usdtAddress: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' }, { usdtAddress: '••••Lj6t' }],
    ])('a payout shows only the last four characters of the destination %j', async (params, destination) => {
      const { door, gateway } = await open();
      const orderNo = await new Orders(gateway).payout(params);
      expect((await door(call.order('payouts', orderNo))).body).toMatchObject({ destination });
    });

    it('a payout shows its bank account with a masked account number', async () => {
      const { door, gateway } = await open();
      const orderNo = await new Orders(gateway).payout({
        upiId: null,
        bankCode: 'hdfc bank',
        accountName: 'Asha Rao',
        accountNumber: '50100123456789',
        ifsc: 'HDFC0001234',
      });
      const { body } = await door(call.order('payouts', orderNo));
      expect(body).toMatchObject({ payType: 'bank', destination: { ifsc: 'HDFC0001234' } });
      expect(JSON.stringify(body)).not.toMatch(/50100123|Asha/);
    });

    it.each([
      (id: string) => call.complete(id, { txid: '' }),
      (id: string) => call.complete(id, { txid: 5 }),
      (id: string) => call.complete(id, { txid: 'x'.repeat(129) }),
      (id: string) => call.complete(id, { message: 'x' }),
      (id: string) => call.reject(id, { message: 'x'.repeat(256) }),
      (id: string) => call.reject(id, { reason: 'x' }),
      (id: string) => call.cancel(id, 'why'),
    ])('a payout call %# with an invalid body returns 422 and changes nothing', async (bad) => {
      const { door, gateway } = await open();
      const orderNo = await new Orders(gateway).payout();
      await gateway.payouts.approve(orderNo);
      const before = await door(call.order('payouts', orderNo));
      expect(await door(bad(orderNo))).toEqual({ status: 422, body: error('invalid_body') });
      expect(await door(call.order('payouts', orderNo))).toEqual(before);
    });

    it('an action that the state of a payout does not allow returns 409 and changes nothing', async () => {
      const { door, gateway } = await open();
      const orderNo = await new Orders(gateway).payout();
      const before = await door(call.order('payouts', orderNo));
      expect(await door(call.complete(orderNo))).toEqual({ status: 409, body: error('illegal_transition') });
      expect(await door(call.order('payouts', orderNo))).toEqual(before);
    });
  });

  it('a call with an order number that is unknown or belongs to another kind returns 404 [contract:control.payins] [contract:control.payouts] [contract:control.links]', async () => {
    const { door, gateway } = await open();
    const orders = new Orders(gateway);
    const [payin, link, payout] = [await orders.payin(), await orders.link(), await orders.payout()];
    const ids = ['none', '..', 'a/b', '%', '', "'"];
    const calls: readonly ControlCall[] = [
      ...[...ids.slice(0, -2), "'", link, payout].flatMap((id) => [
        call.order('payins', id),
        call.pay('payins', id),
        call.fail('payins', id),
        call.resend('payins', id),
      ]),
      ...['none', payin, payout].flatMap((id) => [
        call.order('links', id),
        call.pay('links', id),
        call.resend('links', id),
      ]),
      ...['none', payin, link].flatMap((id) => [
        call.order('payouts', id),
        call.approve(id),
        call.complete(id),
        call.reject(id),
        call.cancel(id),
        call.resend('payouts', id),
      ]),
      call.callback('none'),
      call.removeFault('none'),
      call.request('none'),
    ];
    for (const each of calls.filter(({ path }) => !path.includes('..'))) {
      expect(await door(each), each.path).toEqual({ status: 404, body: error('not_found') });
    }
    const nouns = { payins: 'pay-in', links: 'link', payouts: 'payout' } as const;
    for (const kind of ['payins', 'links', 'payouts'] as const)
      expect((await door(call.order(kind, 'none'))).body['message']).toBe(
        `No ${nouns[kind]} has the order number none.`,
      );
    expect(await door(call.ledgerCheck())).toMatchObject({ body: { balanced: true } });
  });

  describe('order list in the control API [contract:control.lists]', () => {
    it('a list shows orders newest first, filtered by merchant, status and order number', async () => {
      const { door, gateway } = await open();
      const other = await gateway.createMerchant();
      const orders = new Orders(gateway);
      const a = await orders.payin({ mchOrderNo: 'A' });
      const b = await orders.payin({ mchOrderNo: 'B' });
      const c = await new Orders(gateway, other).payin({ mchOrderNo: 'A' });
      await gateway.payins.pay(a);
      const listed = async (query: Record<string, string>) =>
        itemsOf(await door(call.orders('payins', query))).map(({ orderNo }) => orderNo);
      expect(await listed({})).toEqual([c, b, a]);
      expect(await listed({ mchId: demo })).toEqual([b, a]);
      expect(await listed({ status: 'success' })).toEqual([a]);
      expect(await listed({ mchOrderNo: 'A' })).toEqual([c, a]);
      expect(await listed({ mchOrderNo: 'A', mchId: other.mchId, status: 'pending' })).toEqual([c]);
      expect(await listed({ mchId: 'nobody' })).toEqual([]);
      await gateway.clock.advance('30m');
      expect(await listed({ status: 'expired' })).toEqual([c, b]);
      expect(await listed({ status: 'pending' })).toEqual([]);
    });

    it('a list of links can be filtered by client_ref, and a list of payouts by order number or status', async () => {
      const { door, gateway } = await open();
      const orders = new Orders(gateway);
      const link = await orders.link({ client_ref: 'R1' });
      await orders.link({ client_ref: 'R2' });
      expect(itemsOf(await door(call.orders('links', { mchOrderNo: 'R1' })))).toMatchObject([
        { linkCode: link },
      ]);
      const first = await orders.payout({ mchOrderNo: 'W1' });
      const second = await orders.payout({ mchOrderNo: 'W2' });
      await gateway.payouts.approve(first);
      expect(itemsOf(await door(call.orders('payouts', { mchOrderNo: 'W2' })))).toMatchObject([
        { orderNo: second },
      ]);
      expect(itemsOf(await door(call.orders('payouts', { status: 'processing' })))).toMatchObject([
        { orderNo: first },
      ]);
    });

    it.each(['payins', 'payouts', 'links', 'callbacks', 'requests'] as const)(
      'a list of %s neither loses nor repeats an item while items arrive and change',
      async (kind) => {
        const { door, gateway } = await open();
        const orders = new Orders(gateway);
        const list = (query: Record<string, string | number>) =>
          door(
            kind === 'requests'
              ? call.requests(query)
              : kind === 'callbacks'
                ? call.callbacks(query)
                : call.orders(kind, query),
          );
        const idOf = (item: Readonly<Record<string, unknown>>) =>
          String(item['id'] ?? item['linkCode'] ?? item['orderNo']);
        const one = async () => {
          if (kind === 'payouts')
            return void (await gateway.payouts.approve(await orders.payout({ amount: '500.00' })));
          if (kind === 'links') return void (await gateway.links.pay(await orders.link()));
          await gateway.payins.pay(await orders.payin());
        };
        for (let made = 0; made < 7; made++) await one();
        const expected = itemsOf(await list({ limit: 200 })).map(idOf);
        expect(expected).toHaveLength(7);
        const seen: string[] = [];
        let cursor: string | null = null;
        let pages = 0;
        do {
          const page = await list({ limit: 3, ...(cursor === null ? {} : { cursor }) });
          seen.push(...itemsOf(page).map(idOf));
          cursor = page.body['nextCursor'] as string | null;
          pages += 1;
          await one();
        } while (cursor !== null);
        expect(seen).toEqual(expected);
        expect(pages).toBe(3);
      },
    );

    it('a list whose last item is on the current page has no next page', async () => {
      const { door, gateway } = await open();
      const orders = new Orders(gateway);
      for (let made = 0; made < 2; made++) await orders.payin();
      for (const list of [call.orders('payins', { limit: 2 }), call.requests({ limit: 2 })]) {
        expect((await door(list)).body['nextCursor']).toBeNull();
      }
    });

    const lists: readonly ((query: Record<string, string | number>) => ControlCall)[] = [
      (query) => call.orders('payins', query),
      (query) => call.orders('payouts', query),
      (query) => call.orders('links', query),
      (query) => call.callbacks(query),
      (query) => call.requests(query),
      (query) => call.notifications(demo, query),
    ];

    it.each([
      { limit: 0 },
      { limit: 201 },
      { limit: '1.5' },
      { limit: 'ten' },
      { cursor: 'made-up' },
      { cursor: '-1' },
      { unknown: 'x' },
    ])('a list request with %j returns 422', async (query) => {
      const { door, gateway } = await open();
      await new Orders(gateway).payin();
      for (const list of lists) {
        expect(await door(list(query as unknown as Record<string, string>)), list({}).path).toEqual({
          status: 422,
          body: error('invalid_body'),
        });
      }
    });

    it('a list request with a status that does not exist for its orders returns 422', async () => {
      const { door } = await open();
      for (const [kind, status] of [
        ['payins', 'processing'],
        ['payouts', 'expired'],
        ['links', 'paid'],
      ] as const) {
        expect(await door(call.orders(kind, { status }))).toEqual({
          status: 422,
          body: error('invalid_body'),
        });
      }
    });
  });
});

describe('simultaneous actions [invariant:3]', () => {
  const moves = {
    approve: call.approve,
    complete: call.complete,
    reject: call.reject,
    cancel: call.cancel,
  };

  it.each(doors)(
    'simultaneous approve, complete, reject and cancel calls %s resolve a payout exactly once',
    async (_how, open) => {
      const { door, gateway } = await open();
      const orders = new Orders(gateway);
      for (const [round, names] of shuffles(Object.keys(moves) as (keyof typeof moves)[]).entries()) {
        const orderNo = await orders.payout({ amount: '500.00' });
        if (round % 2 === 0) await gateway.payouts.approve(orderNo);
        const before = await gateway.merchants.wallet(demo);
        const outcomes = await Promise.all(names.map((name) => door(moves[name](orderNo))));
        expect(outcomes.every(({ status }) => status === 200 || status === 409)).toBe(true);
        const { status } = await gateway.payouts.get(orderNo);
        const resolved = names.filter((name, index) => name !== 'approve' && outcomes[index]?.status === 200);
        expect(resolved).toHaveLength(1);
        expect(status).toBe(resolved[0] === 'complete' ? 'success' : 'failed');
        await oneResolution(door, orderNo);
        const after = await gateway.merchants.wallet(demo);
        expect(Number(after.frozen)).toBeCloseTo(Number(before.frozen) - 542.5);
        expect(await gateway.ledger.check()).toMatchObject({ balanced: true, problems: [] });
        if (status === 'success') await gateway.merchants.credit(demo, { amount: '1000.00' });
      }
    },
  );

  async function oneResolution(door: Door, orderNo: string): Promise<void> {
    const { body } = await door(call.order('payouts', orderNo));
    const kinds = (body['timeline'] as readonly Record<string, string>[])
      .filter(({ type }) => type === 'ledger')
      .map(({ kind }) => kind);
    expect(kinds).toHaveLength(2);
    expect(kinds[0]).toBe('hold');
    const resolutions = itemsOf(await door(call.callbacks({ orderNo }))).filter(
      ({ event }) => event !== 'payout.processing',
    );
    expect(resolutions).toHaveLength(1);
  }

  /** Returns the 24 permutations of four items. */
  function shuffles<T>(items: readonly T[]): readonly (readonly T[])[] {
    if (items.length < 2) return [items];
    return items.flatMap((item, index) => shuffles(items.toSpliced(index, 1)).map((rest) => [item, ...rest]));
  }
});
