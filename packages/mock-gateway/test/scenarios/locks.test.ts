import { request as httpRequest } from 'node:http';
import { describe, expect, it } from 'vitest';
import type { MockGateway } from '../../src/index.ts';
import { call, doors, itemsOf } from './control-door.ts';
import { afterStart, callerOf, minute, openGateway } from './harness.ts';

/** Wrong signatures until the address is locked, and one call more. */
async function lockOut(gateway: MockGateway, failures = 10) {
  const caller = callerOf(gateway);
  const wrong = () => caller.raw('/v3/payin', { mchId: 'DEMO1001', mchOrderNo: 'A', sign: 'A'.repeat(32) });
  for (let sent = 0; sent < failures; sent++) await wrong();
  expect((await wrong()).error).toBe('too_many_failures');
  return caller;
}

const explanation =
  '10 wrong signatures from 127.0.0.1 locked that address until 2026-11-20T15:19:05+05:30: `inrgate mock unlock 127.0.0.1` lifts the lock, and so does `inrgate mock advance 15m`.';

describe.each(doors)('a locked address %s', (_how, open) => {
  it('is explained in the log: how many failures, until when, and what lifts it [contract:control.diagnosis]', async () => {
    const { door, gateway } = await open();
    await lockOut(gateway);
    const [locked, before] = itemsOf(await door(call.requests()));
    expect(locked).toMatchObject({ status: 429, error: 'too_many_failures', explanation });
    expect(before).toMatchObject({ status: 401, explanation: null });
    expect(await door(call.request(String(locked?.['id'])))).toMatchObject({ body: { explanation } });
  });

  it('is explained as the time goes on, and what the log advises helps', async () => {
    const { door, gateway } = await open();
    const caller = await lockOut(gateway);
    await gateway.clock.advance('10m30s');
    expect((await caller.balance()).status).toBe(429);
    const [locked] = itemsOf(await door(call.requests()));
    const [, by = ''] = /inrgate mock advance (\w+)/.exec(String(locked?.['explanation'])) ?? [];
    expect(by).toBe('5m');
    await door(call.advance(by));
    expect((await caller.balance()).status).toBe(200);
  });

  it('is listed, and lifted alone: what was counted is forgotten [contract:control.locks]', async () => {
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

  it('is lifted with all others, and there need be none [contract:control.locks]', async () => {
    const { door, gateway } = await open();
    const caller = await lockOut(gateway);
    expect(await door(call.liftLocks())).toMatchObject({ status: 204 });
    expect((await caller.balance()).status).toBe(200);
    expect(await door(call.liftLocks())).toMatchObject({ status: 204 });
  });

  it('that is none is not found [contract:control.locks]', async () => {
    const { door, gateway } = await open();
    await callerOf(gateway).raw('/v3/payin', { mchId: 'X', sign: 'A' });
    for (const ip of ['127.0.0.1', '10.0.0.1', '::1', 'nonsense', '%']) {
      expect(await door(call.liftLock(ip))).toMatchObject({ status: 404, body: { error: 'not_found' } });
    }
  });
});

describe('an IPv6 address', () => {
  it.each(['/locks/2001:db8::1', '/locks/2001%3Adb8%3A%3A1', '/locks/2001:0DB8:0:0:0:0:0:1'])(
    'is unlocked however it is written: %s [contract:control.locks]',
    async (path) => {
      const gateway = await openGateway({ settings: { signatureLock: { failures: 1 } } });
      const app = gateway.express({ trustProxy: true }).listen(0, '127.0.0.1');
      await new Promise((resolve) => app.once('listening', resolve));
      const address = app.address();
      const port = typeof address === 'object' ? address?.port : 0;
      await new Promise((resolve) => {
        const headers = { 'content-type': 'application/json', 'x-forwarded-for': '2001:db8::1' };
        const request = httpRequest({ port, path: '/v3/payin', method: 'POST', headers }, (response) => {
          response.resume().once('end', resolve);
        });
        request.end('{"mchId":"X","sign":"A"}');
      });
      app.close();
      expect(gateway.locks.list().items).toMatchObject([{ ip: '2001:db8::1', failures: 1 }]);
      const { status } = await gateway.fetch(gateway.controlUrl + path, { method: 'DELETE' });
      expect([status, gateway.locks.list().items]).toEqual([204, []]);
    },
  );
});
