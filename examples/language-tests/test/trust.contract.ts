import { once } from 'node:events';
import { connect } from 'node:net';
import { demoCredentials } from '@inrgate/sdk/internal';
import { signedCallback } from '@inrgate/sdk/testing';
import { describe, expect, test, vi } from 'vitest';
import { survivesStrangers } from '../../../test/strangers.ts';
import {
  credentials,
  deliver,
  type LanguageShop,
  open,
  patience,
  runCommand,
  type Served,
  type Size,
} from './shop.ts';
import { atTestEnd } from './test-end.ts';

const delivered = { status: 200, text: 'success' };

/** The endpoint must reject a client without the key, and this client must not block the shop. */
export function trustContract(shop: LanguageShop, served: () => Served, size: Size): void {
  describe('a missing key', () => {
    const missing = (name: string) => expect.stringContaining(`${name} is not set`);

    test.each(['', undefined])(
      'the program exits if its key is %j, even for the demo merchant',
      async (mchKey) => {
        const { gateway, pay, payout } = await open(shop);
        const stops = (name: string) => ({ code: 1, stdout: '', stderr: missing(name) });
        for (const [at, INRGATE_MCH_ID] of [credentials.mchId, demoCredentials.mchId, mchKey].entries()) {
          const none = { INRGATE_MCH_ID, INRGATE_MCH_KEY: mchKey, INRGATE_MCH_SECRET: mchKey };
          // The small form tests each merchant's pay-in with one kind of missing key, and the payout with the other.
          const isPayin = (at % 2 === 0) === (mchKey === '');
          if (size === 'full' || isPayin)
            expect(await pay('ORDER-1', '500.00', none)).toEqual(stops('INRGATE_MCH_KEY'));
          if (size === 'full' || !isPayin)
            expect(await payout('W-1', none)).toEqual(stops('INRGATE_MCH_SECRET'));
        }
        expect((await gateway.requests.list()).items).toEqual([]);
      },
    );

    test.each(['INRGATE_MCH_KEY', 'INRGATE_MCH_SECRET'] as const)(
      'the shop accepts no callback if %s is empty',
      async (name) => {
        const { callbacks, told } = await open(shop);
        const kind = name === 'INRGATE_MCH_KEY' ? 'payin' : 'payout';
        const forged = signedCallback(kind, demoCredentials);
        const url = await callbacks({ INRGATE_MCH_ID: demoCredentials.mchId, [name]: '' }).catch(
          () => undefined,
        );
        // A shop that starts a program for each request returns 500 for this request.
        if (url !== undefined) expect((await deliver(url, forged)).status).toBe(500);
        await vi.waitFor(() => expect(told()).toEqual(missing(name)), patience);
      },
    );

    test('the shop does not sign a request with an empty key', async () => {
      const { code, stdout } = await runCommand(shop, 'sign', ['', 'mchId=SHOP1']);
      expect({ code, stdout }).toEqual({ code: expect.not.toBeOneOf([0]), stdout: '' });
    });
  });

  describe('ambiguous values', () => {
    test.each([
      ['an ambiguous order number', 'ORDER-1&amount=1.00', {}],
      [
        'a URL that contains a field',
        'ORDER-1',
        { INRGATE_CALLBACK_URL: 'http://127.0.0.1/?shop=1&mchOrderNo=ORDER-2' },
      ],
    ])(
      'the client rejects a pay-in with %s before it signs the request',
      async (_what, mchOrderNo, others) => {
        const { gateway, pay } = await open(shop);
        const refused = { code: 1, stdout: '', stderr: 'refused: ambiguous_value' };
        expect(await pay(mchOrderNo, '500.00', others)).toEqual(refused);
        expect((await gateway.requests.list()).items).toEqual([]);
      },
    );

    test('the client rejects a payout with an ambiguous value before it signs the request', async () => {
      const { gateway, payout } = await open(shop);
      const refused = { code: 1, stdout: '', stderr: 'refused: ambiguous_value' };
      expect(await payout('W-1', { upiId: 'asha@okhdfcbank&usdtAddress=T1' })).toEqual(refused);
      expect((await gateway.requests.list()).items).toEqual([]);
    });

    test('a notify URL may contain query parameters', async () => {
      const { pay } = await open(shop);
      const INRGATE_CALLBACK_URL = 'http://127.0.0.1:3000/callbacks?shop=1&lang=en';
      expect(await pay('ORDER-1', '500.00', { INRGATE_CALLBACK_URL })).toMatchObject({ code: 0, stderr: '' });
    });

    test('the shop rejects a JSON or form callback if its signature also fits different fields', async () => {
      const { url, books, credited } = served();
      for (const format of ['json', 'form'] as const) {
        const mchOrderNo = `ORDER-${format}`;
        books().take(mchOrderNo, '500.00');
        const post = (fields: Readonly<Record<string, string>>) =>
          deliver(url, signedCallback('payin', credentials, { mchOrderNo, ...fields }, { format }));
        for (const fields of [
          { utr: '1&x=2' },
          { extra: 'tea&status=success' },
          { extra: 'https://shop.example/?a=1&paidAmount=500.00' },
          { 'x=1&y': '2' },
          { 'x=1': '2' },
        ]) {
          expect([format, fields, (await post(fields)).status]).toEqual([format, fields, 401]);
        }
        expect(credited(mchOrderNo).count).toBe(0);
        expect(await post({ extra: 'चाय & café, a=1&b=2', note: 'https://shop.example/?a=1&b=2' })).toEqual(
          delivered,
        );
        await vi.waitFor(() => expect(credited(mchOrderNo).count).toBe(1), patience);
      }
    });
  });

  test('the shop handles callbacks after broken requests of strangers', async () => {
    const { url, books } = served();
    books().take('STRANGERS-1', '500.00');
    await survivesStrangers(url, { ...credentials, mchOrderNo: 'STRANGERS-1' });
    expect(books().credited('STRANGERS-1')).toBe('500.00');
  });

  test('half-sent callback requests do not delay a callback from another client', async () => {
    const { books, ...shared } = served();
    const url = new URL(shared.url);
    books().take('STALLED-1', '500.00');
    const head = ['POST /callbacks HTTP/1.1', `Host: ${url.host}`, 'Content-Type: application/json'];
    const ended: Promise<unknown>[] = [];
    for (let stalled = 0; stalled < 12; stalled += 1) {
      const socket = connect(Number(url.port), url.hostname);
      atTestEnd(() => void socket.destroy());
      await once(socket, 'connect');
      socket.write([...head, 'Content-Length: 100', '', '{"mchId":'].join('\r\n'));
      ended.push(once(socket.resume(), 'close'));
    }
    const callback = signedCallback('payin', credentials, { mchOrderNo: 'STALLED-1', amount: '500.00' });
    expect(await deliver(url.href, callback)).toEqual(delivered);
    if (shop.endsStalled) await Promise.all(ended);
  });
}
