import { describe, expect, it } from 'vitest';
import type { Caller } from '../client.ts';
import { RawSocket } from '../wire/raw-socket.ts';
import { callerOf, listenGateway, openGateway } from './harness.ts';
import { failStatements } from './statements.ts';

const broken = new Error('the listener is broken');

async function withTroubles() {
  const causes: unknown[] = [];
  const gateway = await openGateway({ onError: (error) => causes.push(error) });
  return { gateway, causes, caller: callerOf(gateway) };
}

describe('cause of a 500', () => {
  it.each([
    ['v3', /^COMMIT/, (caller: Caller) => caller.payin()],
    [
      'v3, before the merchant is known',
      /^SELECT \* FROM merchants/,
      (caller: Caller) => caller.payin({ mchId: 'M2' }),
    ],
    ['v1', /^COMMIT/, (caller: Caller) => caller.createLink({ client_ref: 'L-1', amount: '500.00' })],
    ['the checkout', /pay_token = /, (caller: Caller) => caller.get('/pay/token')],
    ['the control API', /FROM transactions/, (caller: Caller) => caller.get('/_mock/ledger/check')],
  ])('the cause of a 500 from %s (%s) reaches only onError', async (_, statement, ask) => {
    const { caller, causes } = await withTroubles();
    failStatements(statement);
    const { status, text } = await ask(caller);
    expect([status, causes]).toEqual([500, [expect.objectContaining({ code: 'store_full' })]]);
    expect(text).not.toMatch(/store_full|in memory|no space|at /);
  });

  it('onError receives neither rejections nor client disconnections', async () => {
    const causes: unknown[] = [];
    const gateway = await listenGateway({ onError: (error) => causes.push(error) });
    const rejected = await callerOf(gateway, { ...gateway.merchant, mchKey: 'another' }).payin();
    expect(rejected.status).toBe(401);
    const { data } = await callerOf(gateway).payin();
    const paths = ['/v3/payin', '/_mock/reset', `${new URL(String(data['pay_url'])).pathname}/pay`];
    const body = () =>
      new ReadableStream({
        pull(controller) {
          controller.error(new Error('gone'));
        },
      });
    for (const path of paths) {
      const init = { method: 'POST', body: body(), duplex: 'half' } as RequestInit;
      expect((await gateway.fetch(gateway.url + path, init)).status, path).toBeLessThan(500);
      const socket = await RawSocket.to(gateway.url);
      socket.write(`POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99\r\n\r\nhalf`).destroy();
    }
    await gateway.close();
    expect(causes).toEqual([]);
  });

  it('the gateway removes a listener that throws and reports the error to onError', async () => {
    const { gateway, causes, caller } = await withTroubles();
    gateway.events.subscribe(() => {
      throw broken;
    });
    expect((await caller.payin()).status).toBe(200);
    expect(causes).toEqual([broken]);
  });

  it('an onError that throws does not affect the response', async () => {
    const gateway = await openGateway({
      onError: () => {
        throw new Error('no log');
      },
    });
    failStatements(/^COMMIT/);
    expect((await callerOf(gateway).payin()).status).toBe(500);
  });

  it('each kind of error causes one process warning if onError is missing', async () => {
    const gateway = await openGateway();
    const warnings: Error[] = [];
    const hear = (warning: Error) => warnings.push(warning);
    process.on('warning', hear);
    failStatements(/^COMMIT/);
    for (let times = 0; times < 5; times++) await callerOf(gateway).payin();
    await new Promise((resolve) => setImmediate(resolve));
    process.off('warning', hear);
    // Another test's gateway warns of its own error.
    const own = warnings.filter(
      ({ name, message }) => name === 'InrgateGatewayWarning' && !message.includes('no log'),
    );
    expect(own.map(({ message }) => message.split('\n')[0])).toEqual([
      'StoreError store_full: the store in memory has no space left; the change was not stored',
    ]);
  });
});
