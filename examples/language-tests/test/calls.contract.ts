import type { ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { fieldsOf, insteadOfGateway, type LanguageShop, open, type Size } from './shop.ts';

type Opened = Awaited<ReturnType<typeof open>>;

/** A call that creates a pay-in or a payout. */
interface Making {
  readonly endpoint: 'payin' | 'payout';
  readonly make: (
    opened: Opened,
    mchOrderNo: string,
    others?: Record<string, string>,
  ) => ReturnType<Opened['pay']>;
  readonly made: (opened: Opened) => Promise<{ readonly items: readonly { readonly mchOrderNo: string }[] }>;
  /** Expected output of the command for a created order. */
  readonly printed: RegExp;
  /**
   * Status of the redirect. Most clients follow one of the two statuses with a GET, and the other with the same POST.
   */
  readonly redirect: number;
}

const makings: readonly Making[] = [
  {
    endpoint: 'payin',
    make: ({ pay }, mchOrderNo, others) => pay(mchOrderNo, '500.00', others),
    made: ({ gateway }) => gateway.payins.list(),
    printed: /^http:\S+\/pay\/\S+$/,
    redirect: 302,
  },
  {
    endpoint: 'payout',
    make: ({ payout }, mchOrderNo, others) => payout(mchOrderNo, others),
    made: ({ gateway }) => gateway.payouts.list(),
    printed: /^pending$/,
    redirect: 307,
  },
];

/** Starts a response. Returns a piece that the test writes repeatedly. */
type Drip = (response: ServerResponse) => string;

const dripBody: Drip = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' }).flushHeaders();
  return ' ';
};

const dripHeaders: Drip = ({ socket }) => {
  socket?.write('HTTP/1.1 200 OK\r\nx-drip: ');
  return '1';
};

/** Opens a gateway whose first response never ends and consists of ten pieces a second. */
async function dripping(drip: Drip) {
  let attempts = 0;
  const { baseUrl } = await insteadOfGateway(async (request, response) => {
    const { mchOrderNo, amount } = fieldsOf(await text(request));
    attempts += 1;
    if (attempts === 1) {
      const piece = drip(response);
      const { socket } = request;
      const dripped = setInterval(() => (response.headersSent ? response : socket).write(piece), 100);
      socket.once('close', () => clearInterval(dripped)).on('error', () => {});
      return;
    }
    const data = { mchOrderNo, amount, status: 'pending', pay_url: 'http://x.invalid/pay/1' };
    response.end(JSON.stringify({ code: 200, success: true, message: 'Success', data }));
  });
  return { baseUrl, attempts: () => attempts };
}

/** A call must create at most one order, whatever happens to its responses, and must report only known facts. */
export function callsContract(shop: LanguageShop, size: Size): void {
  describe.each(makings)('a call to $endpoint', ({ endpoint, make, made, printed, redirect }) => {
    const done = { code: 0, stdout: expect.stringMatching(printed), stderr: '' };
    /** The small form tests one of the two calls, because a client's calls share their retries. */
    const testCall = (inSmall: Making['endpoint'], title: string, body: () => Promise<void>) => {
      if (size === 'full' || inSmall === endpoint) test(title, body);
    };

    testCall(
      'payin',
      'the client creates one order if it retries a 503 with the same order number',
      async () => {
        const opened = await open(shop);
        const { faults } = opened.gateway;
        await faults.add({ endpoint, phase: 'before', times: 1, action: { kind: 'status', status: 503 } });
        await faults.add({ endpoint, phase: 'after', times: 1, action: { kind: 'drop' } });
        expect(await make(opened, 'ORDER-2')).toEqual(done);
        expect((await made(opened)).items).toHaveLength(1);
      },
    );

    testCall('payout', 'the client queries the order if every response to its request is lost', async () => {
      const opened = await open(shop);
      await opened.gateway.faults.add({ endpoint, phase: 'after', action: { kind: 'drop' } });
      expect(await make(opened, 'ORDER-4')).toEqual(done);
      expect((await made(opened)).items).toMatchObject([{ mchOrderNo: 'ORDER-4' }]);
    });

    testCall(
      'payin',
      'the client queries the order when the gateway rejects the retry after a lost response',
      async () => {
        const opened = await open(shop);
        const { faults } = opened.gateway;
        await faults.add({ endpoint, phase: 'after', times: 1, action: { kind: 'drop' } });
        const refused = { kind: 'status', status: 403, error: 'ip_not_allowed' } as const;
        await faults.add({ endpoint, phase: 'after', action: refused });
        expect(await make(opened, 'ORDER-7')).toEqual(done);
        expect((await made(opened)).items).toMatchObject([{ mchOrderNo: 'ORDER-7' }]);
      },
    );

    testCall(
      'payout',
      'the client reports an unknown outcome, and a repeated call with the same order number succeeds',
      async () => {
        const opened = await open(shop);
        const { faults } = opened.gateway;
        await faults.add({ endpoint, phase: 'before', action: { kind: 'garbage' } });
        const { code, stdout, stderr } = await make(opened, 'ORDER-5');
        expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
        expect(stderr).toMatch(/^unknown: .*ORDER-5/);
        await faults.clear();
        expect(await make(opened, 'ORDER-5')).toEqual(done);
      },
    );

    for (const [inSmall, status] of [
      ['payin', 503],
      ['payout', 403],
    ] as const) {
      const title = `the client reports an unknown outcome if all responses have status ${status} and are truncated`;
      testCall(inSmall, title, async () => {
        const { baseUrl } = await insteadOfGateway((_request, response) => {
          response.writeHead(status, { 'content-length': 100 }).write('{"success":');
          setImmediate(() => response.destroy());
        });
        const { code, stderr } = await make(await open(shop), 'ORDER-8', { INRGATE_BASE_URL: baseUrl });
        expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(/^unknown: .*ORDER-8$/) });
      });
    }

    test('the client does not follow a redirect', async () => {
      const seen: unknown[] = [];
      const opened = await open(shop);
      const elsewhere = await insteadOfGateway((request, response) => {
        seen.push(request.url);
        const data = {
          mchOrderNo: 'ORDER-9',
          amount: '500.00',
          status: 'pending',
          pay_url: 'http://x.invalid/pay/1',
        };
        response.end(JSON.stringify({ code: 200, success: true, message: 'Success', data }));
      });
      const { baseUrl } = await insteadOfGateway((_request, response) => {
        response.writeHead(redirect, { location: `${elsewhere.baseUrl}/${endpoint}` }).end();
      });
      expect(await make(opened, 'ORDER-9', { INRGATE_BASE_URL: baseUrl })).toMatchObject({
        code: 2,
        stdout: '',
      });
      expect(seen).toEqual([]);
    });
  });

  test('the client rejects a second amount for an order number, even if the first request was rejected', async () => {
    const { gateway, pay } = await open(shop);
    expect(await pay('ORDER-11', '500')).toMatchObject({ code: 1, stderr: 'refused: invalid_amount' });
    expect(await pay('ORDER-11', '1500.00')).toEqual({
      code: 1,
      stdout: '',
      stderr: 'refused by the shop: ORDER-11 is an order with another amount. Use a new number',
    });
    expect((await gateway.payins.list()).items).toEqual([]);
  });

  test('the client rejects a pay-in if the query returns another amount', async () => {
    const { gateway, baseUrl, pay } = await open(shop);
    const other = await open(shop);
    expect(await other.pay('ORDER-10', '600.00', { INRGATE_BASE_URL: baseUrl })).toMatchObject({ code: 0 });
    await gateway.faults.add({ endpoint: 'payin', phase: 'before', action: { kind: 'drop' } });
    expect(await pay('ORDER-10', '500.00')).toEqual({
      code: 1,
      stdout: '',
      stderr: 'refused: duplicate_order',
    });
  });

  test('the client waits for the time in Retry-After before it retries', async () => {
    const { gateway, pay } = await open(shop);
    const limited = { kind: 'status', status: 429, error: 'rate_limited', retryAfter: 2 } as const;
    await gateway.faults.add({ endpoint: 'payin', phase: 'before', times: 1, action: limited });
    const began = performance.now();
    expect(await pay('ORDER-3')).toMatchObject({ code: 0, stderr: '' });
    expect(performance.now() - began).toBeGreaterThan(2_000);
  });

  test('a client that receives only unreadable responses with a past Retry-After reports an unknown outcome', async () => {
    let calls = 0;
    const { baseUrl } = await insteadOfGateway((_request, response) => {
      calls += 1;
      response.writeHead(503, { 'content-type': 'application/json', 'retry-after': '-5' });
      response.end('['.repeat(100_000));
    });
    const { pay } = await open(shop);
    const began = performance.now();
    const { code, stderr } = await pay('ORDER-10', '500.00', { INRGATE_BASE_URL: baseUrl });
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(/^unknown: .*ORDER-10$/) });
    expect(calls).toBeGreaterThan(3);
    expect(performance.now() - began).toBeGreaterThan(500);
  });

  test('the client retries after an endless response that arrives byte by byte', async () => {
    const { pay } = await open(shop);
    const drips = shop.endsHeaders ? [dripBody, dripHeaders] : [dripBody];
    const began = performance.now();
    await Promise.all(
      drips.map(async (drip, at) => {
        const { baseUrl, attempts } = await dripping(drip);
        const { code, stdout } = await pay(`ORDER-${at}`, '500.00', { INRGATE_BASE_URL: baseUrl });
        const printed = 'http://x.invalid/pay/1';
        expect({ code, stdout, attempts: attempts() }).toEqual({ code: 0, stdout: printed, attempts: 2 });
      }),
    );
    // Within ten seconds, the response could have ended.
    expect(performance.now() - began).toBeGreaterThan(9_000);
  });

  test('the client prints the reason for a rejection immediately and prints no key', async () => {
    const { pay, payout } = await open(shop);
    const refused = (code: string) => ({ code: 1, stdout: '', stderr: `refused: ${code}` });
    expect(await pay('ORDER-6', '100.00')).toEqual(refused('amount_range'));
    expect(await pay('not a number')).toEqual(refused('invalid_mch_order_no'));
    expect(await payout('W-6', { amount: '190000.00' })).toEqual(refused('insufficient_balance'));
    expect(await payout('W-7', { upiId: 'asha' })).toEqual(refused('upi_invalid'));
  });
}
