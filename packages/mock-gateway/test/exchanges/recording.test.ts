import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { ExchangeJudge, HarFile, type RecordedExchange, readHar } from '../../src/exchanges.ts';
import { createMockGateway } from '../../src/index.ts';
import { type Receiver, Receiver as Receivers } from '../scenarios/receiver.ts';
import { harFaults } from './har-schema.ts';
import { proxied } from './through-proxy.ts';
import { traffic } from './traffic.ts';

function newFile(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'inrgate-har-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return path.join(folder, 'run.har');
}

/** A staging run through a proxy, with its callbacks. */
async function recorded() {
  const gateway = await createMockGateway();
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

it('a staging run with its callbacks has nothing wrong but what was asked wrongly, and its recording says the same', async () => {
  const { gateway, proxy, receiver } = await recorded();
  expect(proxy.broken.filter(({ about }) => about !== 'request')).toEqual([]);
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
  expect(again.filter(({ about }) => about !== 'request')).toEqual([]);
  expect(again.map(({ id }) => id)).toContain('spec:errors.invalid_amount');
});

function judgedAgain(judge: ExchangeJudge, one: RecordedExchange) {
  if (one.kind === 'other') return [];
  return one.kind === 'callback' ? judge.callback(one) : judge.exchange({ ...one, api: one.kind });
}

it('is a whole HAR after every entry, and never written over', async () => {
  const file = newFile();
  const har = await HarFile.create(file, []);
  expect(harFaults(JSON.parse(readFileSync(file, 'utf8')))).toEqual([]);
  await har.close();
  await expect(HarFile.create(file, [])).rejects.toThrow('EEXIST');
});

it.each([
  ['what is no JSON', 'hello', 'not JSON'],
  ['a file that is cut off', '{"log":{"version":"1.2","entries":[{"request":', 'breaks off'],
  ['JSON that is no HAR', '{"items":[]}', 'no log.entries'],
  [
    'a HAR of another API',
    '{"log":{"entries":[{"request":{"method":"GET","url":"https://x.example/users"},"response":{"status":200}}]}}',
    'its one exchange is not with this API',
  ],
])('of %s it says what is wrong in a sentence', (_what, text, sentence) => {
  expect(() => readHar(text)).toThrow(sentence);
});
