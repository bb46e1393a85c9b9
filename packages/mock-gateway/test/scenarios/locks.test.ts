import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { describe, expect, it } from 'vitest';
import type { MockGateway } from '../../src/index.ts';
import { call, doors, itemsOf } from './control-door.ts';
import { afterStart, callerOf, minute, openGateway } from './harness.ts';

/** Sends wrong signatures until the IP address is locked, and then one further call. */
async function lockOut(gateway: MockGateway, failures = 10) {
  const caller = callerOf(gateway);
  const wrong = () => caller.raw('/v3/payin', { mchId: 'DEMO1001', mchOrderNo: 'A', sign: 'A'.repeat(32) });
  for (let sent = 0; sent < failures; sent++) await wrong();
  expect((await wrong()).error).toBe('too_many_failures');
  return caller;
}

const explanation =
  '10 wrong signatures from 127.0.0.1 locked this IP address until 2026-11-20T15:19:05+05:30. To remove the lock, run `inrgate mock unlock 127.0.0.1` or `inrgate mock advance 15m`.';

describe.each(doors)('locked IP address %s', (_how, open) => {
  it('the log explains a locked IP address and names the command that lifts the lock [contract:control.diagnosis]', async () => {
    const { door, gateway } = await open();
    await lockOut(gateway);
    const [locked, before] = itemsOf(await door(call.requests()));
    expect(locked).toMatchObject({ status: 429, error: 'too_many_failures', explanation });
    expect(before).toMatchObject({ status: 401, explanation: null });
    expect(await door(call.request(String(locked?.['id'])))).toMatchObject({ body: { explanation } });
  });

  it("the log's advice for a locked IP address names the remaining time of the lock [contract:control.diagnosis]", async () => {
    const { door, gateway } = await open();
    const caller = await lockOut(gateway);
    await gateway.clock.advance('10m30s');
    expect((await caller.balance()).status).toBe(429);
    const [locked] = itemsOf(await door(call.requests()));
    const [, by = ''] = /inrgate mock advance (\w+)/.exec(String(locked?.['explanation'])) ?? [];
    expect(by).toBe('5m');
    await gateway.clock.advance('4m10s');
    expect((await caller.balance()).status).toBe(429);
    const [last] = itemsOf(await door(call.requests()));
    expect(last?.['explanation']).toMatch(/inrgate mock advance 20s`/);
    await door(call.advance('20s'));
    expect((await caller.balance()).status).toBe(200);
  });

  it('unlocking one IP address deletes its failure count [contract:control.locks]', async () => {
    const { door, gateway } = await open();
    const caller = await lockOut(gateway);
    const lockedUntil = afterStart(15 * minute);
    expect(await door(call.locks())).toEqual({
      status: 200,
      body: { items: [{ ip: '127.0.0.1', failures: 10, lockedUntil }], nextCursor: null },
    });
    expect(await door(call.liftLock('127.0.0.1'))).toMatchObject({ status: 204 });
    expect(itemsOf(await door(call.locks()))).toEqual([]);
    expect((await caller.balance()).status).toBe(200);
    for (let sent = 0; sent < 9; sent++) await caller.raw('/v3/payin', { mchId: 'X', sign: 'A' });
    expect((await caller.balance()).status).toBe(200);
  });

  it('one call unlocks all IP addresses [contract:control.locks]', async () => {
    const { door, gateway } = await open();
    const caller = await lockOut(gateway);
    expect(await door(call.liftLocks())).toMatchObject({ status: 204 });
    expect((await caller.balance()).status).toBe(200);
    expect(await door(call.liftLocks())).toMatchObject({ status: 204 });
  });

  it('unlocking an IP address without a lock returns not_found [contract:control.locks]', async () => {
    const { door, gateway } = await open();
    await callerOf(gateway).raw('/v3/payin', { mchId: 'X', sign: 'A' });
    for (const ip of ['127.0.0.1', '10.0.0.1', '::1', 'nonsense', '%']) {
      expect(await door(call.liftLock(ip))).toMatchObject({ status: 404, body: { error: 'not_found' } });
    }
  });
});

/**
 * Sends a wrong signature from each of these IP addresses, as a proxy reports them. The gateway locks after one
 * failure.
 */
async function failFrom(gateway: MockGateway, addresses: readonly string[]): Promise<void> {
  const app = gateway.express({ trustProxy: true }).listen(0, '127.0.0.1');
  await once(app, 'listening');
  const address = app.address();
  const port = typeof address === 'object' ? address?.port : 0;
  for (const ip of addresses) {
    await new Promise((resolve) => {
      const headers = { 'content-type': 'application/json', 'x-forwarded-for': ip };
      const request = httpRequest({ port, path: '/v3/payin', method: 'POST', headers }, (response) => {
        response.resume().once('end', resolve);
      });
      request.end('{"mchId":"X","sign":"A"}');
    });
  }
  app.close();
}

describe('several locked IP addresses', () => {
  const now = '2026-11-20T15:04:05.250+05:30';

  async function lockedGateway() {
    const settings = { signatureLock: { failures: 1 } };
    const gateway = await openGateway({ settings, controlToken: 'tok', clock: { now, mode: 'frozen' } });
    await failFrom(gateway, ['10.0.0.1']);
    await gateway.clock.advance('1m');
    await failFrom(gateway, ['10.0.0.2', '10.0.0.3']);
    return gateway;
  }

  it('the list of locks starts with the lock that ends last [contract:control.locks]', async () => {
    const { items } = await (await lockedGateway()).locks.list();
    expect(items.map(({ lockedUntil }) => lockedUntil)).toEqual([
      '2026-11-20T15:20:06+05:30',
      '2026-11-20T15:20:06+05:30',
      '2026-11-20T15:19:06+05:30',
    ]);
    expect(items.at(-1)).toMatchObject({ ip: '10.0.0.1' });
  });

  it('the log explains a lock after one wrong signature with the singular noun [contract:control.diagnosis]', async () => {
    const gateway = await lockedGateway();
    await failFrom(gateway, ['10.0.0.3']);
    const [locked] = (await gateway.requests.list()).items;
    expect(locked?.explanation).toMatch(/^One wrong signature from 10\.0\.0\.3 locked /);
  });

  it('a client can unlock locked IP addresses one by one [contract:control.locks]', async () => {
    const gateway = await lockedGateway();
    const left = async () => (await gateway.locks.list()).items.map(({ ip }) => ip);
    await gateway.locks.lift('10.0.0.2');
    expect(await left()).toEqual(['10.0.0.3', '10.0.0.1']);
    await gateway.locks.lift('::ffff:10.0.0.3');
    expect(await left()).toEqual(['10.0.0.1']);
  });
});

describe('locked IPv6 address', () => {
  it.each(['/locks/2001:db8::1', '/locks/2001%3Adb8%3A%3A1', '/locks/2001:0DB8:0:0:0:0:0:1'])(
    'a client can unlock an IPv6 address in every notation: %s [contract:control.locks]',
    async (path) => {
      const settings = { signatureLock: { failures: 1 } };
      const gateway = await openGateway({ settings, controlToken: 'tok' });
      await failFrom(gateway, ['2001:db8::1']);
      expect((await gateway.locks.list()).items).toMatchObject([{ ip: '2001:db8::1', failures: 1 }]);
      const { status } = await gateway.fetch(gateway.controlUrl + path, {
        method: 'DELETE',
        headers: { authorization: 'Bearer tok' },
      });
      expect([status, (await gateway.locks.list()).items]).toEqual([204, []]);
    },
  );
});
