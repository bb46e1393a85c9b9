import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { inProcess } from './in-process.ts';
import { environment } from './inrgate.ts';

test('a received status cannot send control characters to the terminal', async () => {
  const statuses = ['on\u001b]0;hold\u0007\u202e', 'success'];
  const server = createServer((_request, response) => {
    const data = { orderNo: 'PI1', mchOrderNo: 'A-1', amount: '500.00', status: statuses.shift() };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ code: 200, success: true, message: 'Success', data }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const { HOME = '', XDG_CONFIG_HOME = '' } = environment({});
  const env = { INRGATE_BASE_URL: `http://127.0.0.1:${port}/v3`, HOME, XDG_CONFIG_HOME };
  const { code, stderr } = await inProcess(
    ['payin', 'wait', '--mch-order-no', 'A-1', '--interval', '100ms'],
    env,
  );
  expect(code).toBe(0);
  expect(stderr).toContain('A-1: on\\u{1b}]0;hold\\u{7}\\u{202e}\n');
  expect([...stderr].filter((character) => character !== '\n' && /[\p{Cc}\p{Cf}]/u.test(character))).toEqual(
    [],
  );
});
