import { describe, expect, it } from 'vitest';
import { callerOf, listenGateway, openGateway, orderNoOf } from './harness.ts';
import { Receiver, reply } from './receiver.ts';

const masked = ['set-cookie', 'authorization', 'location', 'www-authenticate'];

/** Response of a server in the internal network. */
const secret = 'a secret of the internal network';

async function scene() {
  const gateway = await listenGateway();
  const internal = await Receiver.open(
    reply(200, secret, Object.fromEntries(masked.map((name) => [name, secret]))),
  );
  const caller = callerOf(gateway);
  const created = await caller.payin({ notifyUrl: internal.url });
  return { gateway, internal, caller, created, orderNo: orderNoOf(created) };
}

describe('callback URL of a merchant', () => {
  it('a callback URL on the local machine receives callbacks, but none before an event', async () => {
    const { gateway, internal, orderNo } = await scene();
    await gateway.callbacks.settle();
    expect(internal.received).toHaveLength(0);
    await gateway.payins.pay(orderNo);
    await gateway.callbacks.settle();
    expect(internal.received.map(({ method }) => method)).toEqual(['POST']);
  });

  it('a callback URL receives a callback when a customer pays without a token at the checkout', async () => {
    const { gateway, internal, created } = await scene();
    const paid = await fetch(`${String(created.data['payUrl'])}/pay`, { method: 'POST', redirect: 'manual' });
    expect(paid.status).toBe(303);
    await gateway.callbacks.settle();
    expect(internal.received).toHaveLength(1);
  });

  it('a callback URL appears only in the control API, never in a wire response or on the checkout', async () => {
    const { gateway, internal, caller, created, orderNo } = await scene();
    await gateway.payins.pay(orderNo);
    await gateway.callbacks.settle();
    expect(internal.received).toHaveLength(1);
    const page = await fetch(String(created.data['payUrl']));
    const elsewhere = [
      created.text,
      (await caller.query({ orderNo })).text,
      (await caller.payin({ notifyUrl: internal.url })).text,
      (await caller.balance()).text,
      await page.text(),
      JSON.stringify([...page.headers]),
    ];
    for (const text of elsewhere) expect(text).not.toContain(secret);
    const { items } = await gateway.callbacks.list({ orderNo });
    expect(items[0]?.attempts[0]?.responseBody).toBe(secret);
    const inFull = await gateway.callbacks.get(items[0]?.id ?? '');
    for (const name of masked) expect(inFull.answers[0]?.headers).toContainEqual({ name, value: '***' });
    expect(JSON.stringify(inFull.answers)).not.toContain(secret);
  });

  it('the gateway does not follow a redirect from a callback URL to the internal network', async () => {
    const gateway = await openGateway();
    const internal = await Receiver.open(reply(200, secret));
    const shop = await Receiver.open(reply(307, '', { location: `${internal.url}?key=${secret}` }));
    const orderNo = orderNoOf(await callerOf(gateway).payin({ notifyUrl: shop.url }));
    await gateway.payins.pay(orderNo);
    await gateway.callbacks.settle();
    expect(internal.received).toHaveLength(0);
    const { items } = await gateway.callbacks.list({ orderNo });
    expect(JSON.stringify(await gateway.callbacks.get(items[0]?.id ?? ''))).not.toContain(secret);
  });

  it.each([
    'file:///etc/passwd',
    'ftp://127.0.0.1/',
    'http://user:password@127.0.0.1/',
    '//127.0.0.1/',
    'gopher://a/',
  ])(
    'the gateway rejects the callback URL %s, because only http and https without user info are allowed',
    async (url) => {
      const gateway = await openGateway();
      expect((await callerOf(gateway).payin({ notifyUrl: url })).error).toBe('invalid_url');
      expect((await callerOf(gateway).createLink({ amount: '500', notify_url: url })).status).toBe(422);
      const { mchId } = gateway.merchant;
      await expect(gateway.merchants.update(mchId, { callbackUrl: url })).rejects.toMatchObject({
        status: 422,
      });
    },
  );
});
