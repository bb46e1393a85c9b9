import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { plainAnswer, Receiver } from './receiver.ts';

test('a receiver closes while a client holds half a request, after the responses to complete requests', async () => {
  const arrived = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const receiver = new Receiver(async () => {
    arrived.resolve();
    await held.promise;
    return plainAnswer(200, 'success');
  });
  const url = new URL(await receiver.listen(0));
  const half = connect(Number(url.port), url.hostname);
  onTestFinished(() => void half.destroy());
  await once(half, 'connect');
  half.on('error', () => {});
  half.write('POST /callbacks HTTP/1.1\r\nHost: shop\r\nContent-Length: 100\r\n\r\n{"mchId":');
  const whole = fetch(url, { method: 'POST', body: '{}' });
  await arrived.promise;
  const closed = receiver.close();
  expect(await Promise.race([closed, sleep(50, 'open')])).toBe('open');
  held.resolve();
  expect((await whole).status).toBe(200);
  await closed;
});
