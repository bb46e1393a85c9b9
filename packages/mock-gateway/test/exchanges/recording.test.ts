import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { ExchangeJudge, type Finding, HarFile, type RecordedExchange, readHar } from '../../src/exchanges.ts';
import { harEntry } from '../../src/har/write-entry.ts';
import { createMockGateway } from '../../src/index.ts';
import { KeyIndex } from '../../src/watch/key-index.ts';
import { masking } from '../../src/watch/masking.ts';
import { type Receiver, Receiver as Receivers } from '../scenarios/receiver.ts';
import { patient } from '../scenarios/sender.ts';
import { harFaults } from './har-schema.ts';
import { proxied } from './through-proxy.ts';
import { traffic } from './traffic.ts';

function newFile(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'inrgate-har-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return path.join(folder, 'run.har');
}

const message = { headers: [], body: new Uint8Array(), length: 0, complete: true } as const;
const anExchange: RecordedExchange = {
  kind: 'v3',
  url: 'http://127.0.0.1/v3/payin?sign=0123456789ABCDEF0123456789ABCDEF',
  httpVersion: '1.1',
  statusText: 'OK',
  request: { method: 'POST', path: '/payin', query: '', ...message },
  answer: { status: 200, ...message },
  failure: null,
  startedAt: 0,
  answeredAt: 0,
  endedAt: 0,
};

/** A staging run through a proxy, with its callbacks. */
async function recorded() {
  const gateway = await createMockGateway({ sender: patient });
  onTestFinished(() => gateway.close());
  const { url } = await gateway.listen();
  const receiver: Receiver = await Receivers.open();
  const proxy = await proxied(url, gateway.merchant, receiver.url);
  onTestFinished(() => proxy.close());
  await gateway.merchants.update(gateway.merchant.mchId, { callbackUrl: proxy.callbackUrl });
  await traffic(gateway, (to, init) => fetch(proxy.url + to, init));
  await gateway.callbacks.settle();
  await receiver.arrived(2);
  return { gateway, proxy, receiver };
}

/** Some of it asks wrongly on purpose; and on a busy machine a receiver can take more than its eight seconds. */
function unexpected(broken: readonly Finding[]): readonly Finding[] {
  return broken.filter(({ about, id }) => about !== 'request' && id !== 'spec:limits.callback-timeout');
}

it('a staging run with its callbacks has nothing wrong but what was asked wrongly, and its recording says the same [contract:recordings.written]', async () => {
  const { gateway, proxy, receiver } = await recorded();
  expect(unexpected(proxy.broken)).toEqual([]);
  expect(receiver.received.map(({ path: at }) => at)).toEqual(['/callbacks', '/callbacks']);
  const { mchKey, mchSecret, mchId } = gateway.merchant;
  const file = newFile();
  const har = await HarFile.create(file, [mchKey, mchSecret]);
  for (const exchange of proxy.passed) har.add(exchange);
  expect(await har.close()).toBe(proxy.passed.length);
  const text = readFileSync(file, 'utf8');
  expect(harFaults(JSON.parse(text))).toEqual([]);
  for (const secret of [mchKey, mchSecret, 'asha@okhdfcbank', '001234567890', 'Asha Rao'])
    expect(text).not.toContain(secret);
  expect(text).not.toMatch(/"sign\\?":\s*\\?"[0-9A-F]{32}/);
  const judge = new ExchangeJudge({ mchId, mchKey, mchSecret });
  const again = readHar(text)
    .flatMap((one) => judgedAgain(judge, one))
    .filter(({ state }) => state === 'broken');
  expect(unexpected(again)).toEqual([]);
  expect(again.map(({ id }) => id)).toContain('spec:errors.invalid_amount');
});

function judgedAgain(judge: ExchangeJudge, one: RecordedExchange) {
  if (one.kind === 'other') return [];
  return one.kind === 'callback' ? judge.callback(one) : judge.exchange({ ...one, api: one.kind });
}

it('is a whole HAR after every entry, and never written over [contract:recordings.written]', async () => {
  const file = newFile();
  const har = await HarFile.create(file, []);
  expect(harFaults(JSON.parse(readFileSync(file, 'utf8')))).toEqual([]);
  for (const entries of [1, 2]) {
    har.add(anExchange);
    await expect.poll(() => JSON.parse(readFileSync(file, 'utf8')).log.entries.length).toBe(entries);
  }
  await har.close();
  await expect(HarFile.create(file, [])).rejects.toThrow('EEXIST');
});

const beneficiary = {
  accountName: 'RAM KUMAR',
  accountNumber: '999888777666',
  sign: '0123456789abcdef'.repeat(2),
};
const multipart = Object.entries(beneficiary)
  .map(([name, value]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
  .join('');
const xml = Object.entries(beneficiary)
  .map(([name, value]) => `<${name}>${value}</${name}>`)
  .join('');

it.each<[string, string | Uint8Array, string]>([
  ['multipart', multipart, 'multipart/form-data; boundary=x'],
  ['XML', xml, 'application/xml'],
  ['UTF-16', Buffer.from(JSON.stringify({ ...beneficiary, key: 'a-key' }), 'utf16le'), 'application/json'],
])(
  'holds no beneficiary, signature or session of what is sent as %s, nor in a header or a path [contract:recordings.written]',
  (_as, text, type) => {
    const body = Buffer.from(text);
    const { sign } = beneficiary;
    const headers = [
      ['content-type', type],
      ['x-sign', sign],
      ['set-cookie', 'session=12ab'],
    ] as const;
    const sent = { headers, body, length: body.length, complete: true };
    const path = `/payout/${sign}`;
    const written = JSON.stringify(
      harEntry(
        {
          ...anExchange,
          url: `http://127.0.0.1/v3${path}`,
          request: { method: 'POST', path, query: '', ...sent },
          answer: { status: 200, ...sent },
        },
        masking(new KeyIndex(), ['a-key']),
      ),
    ).replaceAll('\\u0000', '');
    for (const secret of [...Object.values(beneficiary), 'a-key', 'session='])
      expect(written).not.toContain(secret);
  },
);

it.each([
  ['what is no JSON', 'hello', 'not JSON'],
  ['a file that is cut off', '{"log":{"version":"1.2","entries":[{"request":', 'breaks off'],
  ['JSON that is no HAR', '{"items":[]}', 'no log.entries'],
  [
    'a HAR of another API',
    '{"log":{"entries":[{"request":{"method":"GET","url":"https://x.example/users"},"response":{"status":200}}]}}',
    'its one exchange is not with this API',
  ],
])('of %s it says what is wrong in a sentence [contract:recordings.read]', (_what, text, sentence) => {
  expect(() => readHar(text)).toThrow(sentence);
});

it('reads another program’s as its own, by the end of the path and by what a callback looks like [contract:recordings.read]', () => {
  const entry = (url: string, text: string, comment?: string) => ({
    startedDateTime: '2026-11-20T09:34:05.000Z',
    request: {
      method: 'POST',
      url,
      headers: [],
      bodySize: 9_000,
      postData: { text, ...(comment && { comment }) },
    },
    response: {
      status: 200,
      headers: [{ name: 'Content-Encoding', value: 'gzip' }],
      content: { text: 'success' },
    },
  });
  const entries = [
    entry('https://gateway.example/api/v3/payin.php?a=b', '{"mchId":"M"}'),
    entry('https://gateway.example/v1/create-link.php', '{}'),
    entry('https://shop.example/hook', '{"orderNo":"PI1","sign":"***"}'),
    entry('https://shop.example/hook', '{"orderNo":"PI1","si', 'cut after 20 of 9000 bytes'),
    entry('https://shop.example/users', '{}'),
  ];
  const read = readHar(`\uFEFF${JSON.stringify({ log: { entries } })}`);
  expect(read.map(({ kind, request: { path: at, query } }) => [kind, at, query])).toEqual([
    ['v3', '/payin.php', 'a=b'],
    ['v1', '/create-link.php', ''],
    ['callback', '/hook', ''],
  ]);
  expect(read[0]?.answer).toMatchObject({ status: 200, headers: [], length: 7, complete: true });
  const [cut] = readHar(
    JSON.stringify({
      log: { entries: [entry('https://g.example/v3/payin', '{"mch', 'cut after 5 of 9000 bytes')] },
    }),
  );
  expect(cut?.request).toMatchObject({ length: 9_000, complete: true });
});
