import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import {
  ExchangeJudge,
  type Finding,
  HarFile,
  type Passed,
  type RecordedExchange,
} from '@inrgate/conformance';
import { type HarEntry, harEntry } from '@inrgate/conformance/internal';
import { encodeCallback, masking } from '@inrgate/sdk/internal';
import { sign } from '@inrgate/sdk/protocol';
import { expect, it, onTestFinished } from 'vitest';
import { createMockGateway } from '../../src/index.ts';
import { type Receiver, Receiver as Receivers } from '../scenarios/receiver.ts';
import { patient } from '../scenarios/sender.ts';
import { harFaults } from './har-schema.ts';
import { proxied } from './through-proxy.ts';
import { traffic } from './traffic.ts';

interface Credentials {
  readonly mchId: string;
  readonly mchKey: string;
  readonly mchSecret: string;
}

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

/** Records a staging run through a proxy, including its callbacks. */
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

/**
 * Ignore the requests that are wrong on purpose, and a receiver that takes more than eight seconds on a busy machine.
 */
function unexpected(broken: readonly Finding[]): readonly Finding[] {
  return broken.filter(({ about, id }) => about !== 'request' && id !== 'spec:limits.callback-timeout');
}

it('a recording of a staging run is a valid HAR without a key or personal data [contract:recordings.written]', async () => {
  const { gateway, proxy, receiver } = await recorded();
  expect(unexpected(proxy.broken)).toEqual([]);
  expect(receiver.received.map(({ path: at }) => at)).toEqual(['/callbacks', '/callbacks']);
  const { mchKey, mchSecret } = gateway.merchant;
  const file = newFile();
  const har = await HarFile.create(file, [mchKey, mchSecret]);
  for (const exchange of proxy.passed) har.add(exchange);
  expect(await har.close()).toBe(proxy.passed.length);
  const text = readFileSync(file, 'utf8');
  expect(harFaults(JSON.parse(text))).toEqual([]);
  for (const secret of [mchKey, mchSecret, 'asha@okhdfcbank', '001234567890', 'Asha Rao'])
    expect(text).not.toContain(secret);
  expect(text).not.toMatch(/"sign\\?":\s*\\?"[0-9A-F]{32}/);
});

it('a recording is a complete HAR after every entry [contract:recordings.written]', async () => {
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
it('a recording contains no beneficiary, signature or session of a multipart body, not even in a header or a path [contract:recordings.written]', () => {
  const body = Buffer.from(multipart);
  const { sign } = beneficiary;
  const headers = [
    ['content-type', 'multipart/form-data; boundary=x'],
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
      masking(['a-key']),
    ),
  );
  for (const secret of [...Object.values(beneficiary), 'session=']) expect(written).not.toContain(secret);
});

it('a recording contains no part of a key that looks like a number or a signature', () => {
  for (const key of ['a1b2c3d4123456789e5f60718293a4b5', `K-${'0a'.repeat(16)}-Z`, 'x-98765 43210-y']) {
    const body = Buffer.from(`<p>key ${key}</p>`);
    const answer = { ...message, status: 500, headers: [['x-key', key] as const], body, length: body.length };
    const text = JSON.stringify(harEntry({ ...anExchange, answer }, masking([key])));
    for (const piece of key.split(/[ -]|\d{6,}/).filter(({ length }) => length > 3)) {
      expect(text).not.toContain(piece);
    }
    expect(text).toContain('<p>key ***</p>');
  }
});

it('a recording does not contain a compressed body, even without its header', () => {
  const body = gzipSync('{"mchKey":"a-key-of-the-shop"}');
  const answer = { ...message, status: 200, body, length: body.length };
  const { text, comment } = harEntry({ ...anExchange, answer }, masking([])).response.content as {
    text?: string;
    comment?: string;
  };
  expect({ text, comment }).toEqual({
    text: '',
    comment: 'not shown, because the body is compressed or binary',
  });
});

it('a recording contains no part of a key at the end of an incomplete message', () => {
  const body = Buffer.from(`{"extra":"${'x'.repeat(700)}secret-of-sho`);
  const sent = { headers: [], body, length: body.length, complete: false };
  const entry = harEntry(
    {
      ...{ ...anExchange, request: { method: 'POST', path: '/payin', query: '', ...sent } },
      answer: { status: 200, ...sent },
    },
    masking(['secret-of-shop-1']),
  );
  for (const text of [entry.request.postData?.text, entry.response.content.text])
    expect(text).toMatch(/^\{"extra":"x{100,}$/);
});

const account = '001234567890';

it.each([
  ['an account number', account],
  ['a name', 'Asha Rao'],
  ['a UPI ID', 'asha.rao@okhdfcbank'],
  ['a wallet address', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
])('a recording contains no personal data in a header: %s [contract:recordings.written]', (_what, value) => {
  const body = Buffer.from(JSON.stringify({ accountNumber: value, nested: { accountName: value } }));
  const headers = [
    ['X-Echo', `for ${value}.`],
    ['Location', `/?account=${encodeURIComponent(value)}`],
    [value, 'a'],
  ] as const;
  const sent = { headers, body, length: body.length, complete: true };
  for (const kind of ['v3', 'v1', 'callback', 'other'] as const) {
    const request = { method: 'POST', path: '/payout', query: '', ...sent };
    const entry = harEntry(
      { ...anExchange, kind, request, answer: { status: 200, ...sent } },
      masking(['a-key']),
    );
    for (const { headers: shown } of [entry.request, entry.response])
      expect(shown).toEqual([
        { name: 'X-Echo', value: 'for ***.' },
        { name: 'Location', value: '/?account=***' },
        { name: '***', value: 'a' },
      ]);
    expect(JSON.stringify(entry)).not.toContain(value);
  }
});

it('a recording masks an account number that a response repeats in a sentence [contract:recordings.written]', () => {
  const body = Buffer.from(JSON.stringify({ accountNumber: account }));
  const told = Buffer.from(JSON.stringify({ message: `no account ${account}`, amount: '500.00' }));
  const headers = [
    ['content-type', 'application/json; charset=utf-8'],
    ['content-length', '1234567'],
    ['date', 'Fri, 20 Nov 2026 09:34:05 GMT'],
    ['server', 'nginx/1.29.3'],
  ] as const;
  const of = (bytes: Buffer) => ({ headers, body: bytes, length: bytes.length, complete: true });
  const entry = harEntry(
    {
      ...{ ...anExchange, request: { method: 'POST', path: '/payout', query: '', ...of(body) } },
      answer: { status: 422, ...of(told) },
    },
    masking([]),
  );
  expect(entry.response.content.text).toBe('{"message":"no account ***","amount":"500.00"}');
  expect(entry.response.headers).toEqual(headers.map(([name, value]) => ({ name, value })));
});

/** Generates a random value of every kind that an exchange can contain. */
function generated(seed: number, { mchId, mchKey, mchSecret }: Credentials): Passed {
  const pick = <T>(values: readonly [T, ...T[]], salt: number): T =>
    values[Math.abs(Math.imul(seed + salt, 2_654_435_761) >> 7) % values.length] ?? values[0];
  const isPayin = pick([true, false], 1);
  const fields = {
    ...{ mchId: pick([mchId, 'OTHER9'], 2), mchOrderNo: `O-${seed}`, orderNo: `PI${seed}`, amount: '500.00' },
    ...{ fee: pick(['55.00', '55.0'], 3), netAmount: '445.00', paidAmount: pick(['500.00', ''], 4) },
    ...{
      tradeType: 'INRUPI',
      status: pick(['success', 'failed', 'odd'], 5),
      extra: pick(['', mchKey, 'ü'], 6),
    },
    ...{ payTime: pick(['2026-11-20T15:04:05+05:30', 'now'], 7), utr: pick(['412345678901', ''], 8) },
  };
  const { body } = encodeCallback(
    {
      ...fields,
      merchant_id: fields.mchId,
      merchant_order_no: fields.mchOrderNo,
      gateway_order_no: fields.orderNo,
    },
    pick([mchKey, mchSecret, 'nobodys'], 9),
    'json',
  );
  const sent = Buffer.from(isPayin ? body.replace('445.00', pick(['445.00', '444.00'], 10)) : body);
  const answered = Buffer.from(pick(['success', 'ok', '{"code":200,"success":true}'], 11));
  const headers = [['content-type', 'application/json']] as const;
  const of = (bytes: Buffer) => ({
    ...{ headers, length: bytes.byteLength, complete: true },
    body: new Uint8Array(bytes),
  });
  const kind = pick(['callback', 'v3'] as const, 12);
  return {
    ...{ kind, url: 'http://127.0.0.1/payin', statusText: 'OK', failure: null, httpVersion: '1.1' },
    request: { method: pick(['POST', 'PUT'], 13), path: '/payin', query: '', ...of(sent) },
    answer: { status: pick([200, 401], 14), ...of(answered) },
    ...{ startedAt: seed * 1_000, answeredAt: seed * 1_000 + 1, endedAt: seed * 1_000 + 2 },
  };
}

it('a recording contains the findings of the check, whatever the traffic contains [contract:recordings.written]', async () => {
  const credentials = { mchId: 'SHOP1', mchKey: 'key-of-shop-1', mchSecret: 'secret-of-shop-1' };
  const judge = new ExchangeJudge(credentials);
  const file = newFile();
  const har = await HarFile.create(file, [credentials.mchKey, credentials.mchSecret]);
  const live = Array.from({ length: 300 }, (_, seed) => {
    const passed = generated(seed, credentials);
    const findings =
      passed.kind === 'callback' ? judge.callback(passed) : judge.exchange({ ...passed, api: 'v3' });
    har.add({ ...passed, findings });
    return findings;
  });
  await har.close();
  const text = readFileSync(file, 'utf8');
  const plain = (findings: readonly Pick<Finding, 'id' | 'about' | 'state'>[]) =>
    findings.map(({ id, about, state }) => `${id} ${about} ${state}`);
  const entries: readonly HarEntry[] = JSON.parse(text).log.entries;
  expect(entries.map(({ _inrgate: { findings = [] } }) => plain(findings))).toEqual(live.map(plain));
  expect(new Set(live.flat().map(({ state }) => state))).toContain('broken');
  expect(text).not.toContain(credentials.mchKey);
});

it('the check reports a callback that belongs to another merchant [contract:exchanges.callbacks]', () => {
  const credentials = { mchId: 'SHOP1', mchKey: 'key-of-shop-1', mchSecret: 'secret-of-shop-1' };
  const strangers = Array.from({ length: 100 }, (_, seed) => generated(seed, credentials)).filter(
    ({ kind, request }) => kind === 'callback' && Buffer.from(request.body).includes('OTHER9'),
  );
  expect(strangers.length).toBeGreaterThan(5);
  for (const passed of strangers) {
    const broken = new ExchangeJudge(credentials).callback(passed).filter(({ state }) => state === 'broken');
    expect(broken).toContainEqual(
      expect.objectContaining({
        id: 'spec:events.payin.target',
        message: 'the callback is for the merchant "OTHER9", not SHOP1',
      }),
    );
  }
});

it.each([null, '', undefined])(
  'an unpaid link may contain %j as paid_at [contract:exchanges.answers]',
  (paidAt) => {
    const { mchSecret } = { mchSecret: 'secret-of-shop-1' };
    const judge = new ExchangeJudge({ mchId: 'SHOP1', mchKey: 'key-of-shop-1', mchSecret });
    const link = {
      ...{
        link_code: 'L1',
        client_ref: 'INV-1',
        amount: '500.00',
        currency: 'INR',
        status: 'pending',
        note: '',
      },
      ...{ pay_url: 'http://127.0.0.1/pay/1', created_at: '2026-11-20T15:04:05+05:30', paid_at: paidAt },
    };
    const body = new Uint8Array(Buffer.from(JSON.stringify({ ok: true, data: link })));
    const params = { api_key: 'key-of-shop-1', link_code: 'L1' };
    const query = new URLSearchParams({ ...params, sign: sign(params, mchSecret) }).toString();
    const findings = judge.exchange({
      api: 'v1',
      request: { ...message, method: 'GET', path: '/link-status.php', query },
      answer: {
        ...{ status: 200, headers: [['content-type', 'application/json']], body, length: body.byteLength },
        complete: true,
      },
      ...{ startedAt: 0, endedAt: 1 },
    });
    expect(findings.filter(({ state }) => state === 'broken')).toEqual([]);
    expect(findings).toContainEqual(expect.objectContaining({ id: 'spec:v1.status', state: 'held' }));
  },
);
