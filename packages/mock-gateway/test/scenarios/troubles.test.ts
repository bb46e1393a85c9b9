import { describe, expect, it } from 'vitest';
import { StoreError } from '../../src/index.ts';
import type { Caller } from '../client.ts';
import { RawSocket } from '../wire/raw-socket.ts';
import { callerOf, listenGateway } from './harness.ts';
import { openSlowGateway, pausing } from './slow-store.ts';

const broken = new StoreError('store_full', 'gateway.db has no room left');

async function withTroubles() {
  const causes: unknown[] = [];
  const gateway = await openSlowGateway({ onError: (error) => causes.push(error) });
  return { gateway, causes, caller: callerOf(gateway) };
}

/** Makes later calls of this store function fail. */
function failing(name: string): void {
  pausing((called, when) => {
    if (called === name && when === 'before') throw broken;
  });
}

describe('cause of a 500', () => {
  it.each([
    ['v3', 'commit', (caller: Caller) => caller.payin()],
    ['v3, before the merchant is known', 'merchants.get', (caller: Caller) => caller.payin()],
    ['v1', 'commit', (caller: Caller) => caller.createLink({ client_ref: 'L-1', amount: '500.00' })],
    ['the checkout', 'deposits.byPayToken', (caller: Caller) => caller.get('/pay/token')],
    ['the control API', 'ledger.check', (caller: Caller) => caller.get('/_mock/ledger/check')],
  ])('the cause of a 500 from %s (%s) reaches only onError', async (_, name, ask) => {
    const { caller, causes } = await withTroubles();
    failing(name);
    const { status, text } = await ask(caller);
    expect([status, causes]).toEqual([500, [broken]]);
    expect(text).not.toMatch(/store_full|gateway\.db|no room|at /);
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
    const gateway = await openSlowGateway({
      onError: () => {
        throw new Error('no log');
      },
    });
    failing('commit');
    expect((await callerOf(gateway).payin()).status).toBe(500);
  });

  it('each kind of error causes one process warning if onError is missing', async () => {
    const gateway = await openSlowGateway();
    const warnings: Error[] = [];
    const hear = (warning: Error) => warnings.push(warning);
    process.on('warning', hear);
    failing('commit');
    for (let times = 0; times < 5; times++) await callerOf(gateway).payin();
    await new Promise((resolve) => setImmediate(resolve));
    process.off('warning', hear);
    const own = warnings.filter(({ name }) => name === 'InrgateGatewayWarning');
    expect(own.map(({ message }) => message.split('\n')[0])).toEqual([
      'StoreError store_full: gateway.db has no room left',
    ]);
  });
});
