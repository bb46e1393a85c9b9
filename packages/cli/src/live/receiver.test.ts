import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { plainAnswer } from './delivery.ts';
import { Receiver } from './receiver.ts';

test('a receiver closes while a client holds half a request, after the responses to complete requests', async () => {
  let respond = () => {};
  const receiver = new Receiver(async () => {
    await new Promise<void>((resolve) => {
      respond = resolve;
    });
    return plainAnswer(200, 'success');
  });
  const url = new URL(await receiver.listen(0));
  const half = connect(Number(url.port), url.hostname);
  onTestFinished(() => void half.destroy());
  await once(half, 'connect');
  half.on('error', () => {});
  half.write('POST /callbacks HTTP/1.1\r\nHost: shop\r\nContent-Length: 100\r\n\r\n{"mchId":');
  const whole = fetch(url, { method: 'POST', body: '{}' });
  await sleep(50);
  const closed = receiver.close();
  expect(await Promise.race([closed, sleep(50, 'open')])).toBe('open');
  respond();
  expect((await whole).status).toBe(200);
  await closed;
});
