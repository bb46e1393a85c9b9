import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { verifyCallback } from '@inrgate/sdk/callbacks';
import { expect, it, onTestFinished } from 'vitest';
import { CheckError } from '../findings/report.ts';
import { checkWebhook } from './check-webhook.ts';
import type { CheckWebhookOptions } from './options.ts';

const credentials = { mchId: 'SHOP1', mchKey: 'key-of-shop-1', mchSecret: 'secret-of-shop-1' };
const returnCases = ['return-unpaid', 'return-before', 'return-during', 'return-after'];

interface Book {
  readonly order: string;
  credits: number;
  isPaid: boolean;
  isClosed: boolean;
}

interface Shop {
  /** Effect that opening the return page has on the order. */
  readonly open?: (book: Book) => void;
  readonly status?: number;
}

const creditOnce = (book: Book) => {
  if (book.isPaid || book.isClosed) return;
  book.isPaid = true;
  book.credits += 1;
};

const creditAgain = (book: Book) => {
  book.credits += 1;
};

const closeUnpaid = (book: Book) => {
  book.isClosed ||= !book.isPaid;
};

async function shop({ open = () => {}, status = 200 }: Shop = {}) {
  const books = new Map<string, Book>();
  const pages: string[] = [];
  const bookOf = (order: string) => {
    const book = books.get(order) ?? { order, credits: 0, isPaid: false, isClosed: false };
    books.set(order, book);
    return book;
  };
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://shop');
    const { credits } = bookOf(searchParams.get('mchOrderNo') ?? '');
    switch (pathname) {
      case '/credited':
        return void response.end(JSON.stringify({ count: credits, amount: (credits * 500.37).toFixed(2) }));
      case '/return':
        return void response
          .writeHead(302, { location: `/thanks${new URL(request.url ?? '', 'http://x').search}` })
          .end();
      case '/thanks':
        pages.push(searchParams.get('order') ?? '');
        open(bookOf(searchParams.get('order') ?? ''));
        return void response.writeHead(status).end('<h1>Thanks</h1>');
    }
    const contentType = request.headers['content-type'] ?? '';
    try {
      const callback = verifyCallback(await buffer(request), { ...credentials, contentType });
      if (callback.kind === 'payin' && !callback.test) creditOnce(bookOf(callback.mchOrderNo));
      response.end('success');
    } catch {
      response.writeHead(401).end('wrong signature');
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.closeAllConnections());
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, pages };
}

async function checked(url: string, options: Partial<CheckWebhookOptions> = {}) {
  const { checks } = await checkWebhook(`${url}/callbacks`, {
    ...{ ...credentials, timeoutMs: 60_000, creditMs: 500, cases: returnCases },
    ...{ probe: `${url}/credited`, returnUrl: `${url}/return?order={mchOrderNo}`, ...options },
  });
  return { checks, statuses: Object.fromEntries(checks.map(({ id, status }) => [id, status])) };
}

const all = (status: string) => Object.fromEntries(returnCases.map((id) => [id, status]));

it('a correct shop credits once, whenever the customer opens the return page [contract:check-webhook.return]', async () => {
  const { url, pages } = await shop();
  const { checks, statuses } = await checked(url);
  expect(statuses).toEqual(all('pass'));
  expect(new Set(pages).size).toBe(8);
  expect(pages).toHaveLength(2 * (3 + 1 + 3 + 3));
  expect(checks[3]?.exchanges.slice(0, 4).map(({ sent }) => sent.replace(/, .*/, ''))).toEqual([
    ...['a paid pay-in', 'the return page', 'the return page', 'the return page'],
  ]);
});

it.each<[string, Shop, readonly string[], RegExp]>([
  [
    'credits a customer who opens the return page',
    { open: creditOnce },
    ['return-unpaid'],
    /the order was credited once, with 500\.37 in total; the order must not be credited/,
  ],
  [
    'credits each time the return page is opened',
    { open: creditAgain },
    returnCases,
    /the order was credited 3 times/,
  ],
  [
    'closes an order whose customer returns before the payment',
    { open: closeUnpaid },
    ['return-before'],
    /the order is paid and the shop acknowledged the callback, but the order is not credited/,
  ],
])(
  'the check reports a shop that %s [contract:check-webhook.return]',
  async (_what, defects, expected, message) => {
    const { url } = await shop(defects);
    const { checks } = await checked(url);
    const found = checks.filter(({ status }) => status === 'fail');
    expect(found.map(({ id }) => id)).toEqual(expect.arrayContaining([...expected]));
    expect(found.map((one) => one.message).join('; ')).toMatch(message);
  },
);

it('without a probe or a return page, the check skips the return page cases with the reason', async () => {
  const { url } = await shop();
  const blind = await checked(url, { probe: undefined });
  expect(blind.statuses).toEqual(all('skip'));
  const without = await checked(url, { returnUrl: undefined });
  expect(without.checks[0]).toMatchObject({
    status: 'skip',
    message: 'requires the return page (--return-url)',
  });
  const { checks } = await checkWebhook(`${url}/callbacks`, { ...credentials, kinds: ['payin'] });
  expect(checks.filter(({ id }) => id.startsWith('return-'))).toEqual([]);
});

it('a check warns of a return page that does not open, unless the page returns 404 for a generated order', async () => {
  const failing = await shop({ status: 500 });
  expect((await checked(failing.url)).checks[0]).toMatchObject({
    status: 'warn',
    message: 'the return page returns status 500',
  });
  const unknown = await shop({ status: 404 });
  expect((await checked(unknown.url)).statuses).toEqual(all('skip'));
  const own = await checked(unknown.url, { createOrder: () => undefined });
  expect(own.statuses).toEqual(all('warn'));
});

it('an endless return page does not block a check', async () => {
  const { url } = await shop();
  const server = createServer((_request, response) => {
    const write = () => {
      while (!response.destroyed && response.write('x'.repeat(65_536)));
    };
    response.on('drain', write);
    write();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  const returnUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/{mchOrderNo}`;
  expect((await checked(url, { returnUrl })).statuses).toEqual(all('pass'));
});

it.each(['https://shop.example/return', '{mchOrderNo}', 'ftp://shop.example/{mchOrderNo}'])(
  'a check rejects the return page %s before it sends a request',
  async (returnUrl) => {
    const error: unknown = await checked('http://shop.example', { returnUrl }).catch((caught) => caught);
    expect(error).toBeInstanceOf(CheckError);
    expect(error).toMatchObject({
      code: 'invalid_option',
      message: expect.stringContaining('contains {mchOrderNo}'),
    });
  },
);
