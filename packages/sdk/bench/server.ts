import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Reads each request and returns what the API would return, without any other work. Prints its address. */
const payin = JSON.stringify({
  code: 200,
  success: true,
  message: 'Success',
  data: {
    orderNo: 'PI2026112015040594126789',
    mchOrderNo: 'ORDER-1',
    amount: '500.00',
    fee: '55.00',
    netAmount: '445.00',
    paidAmount: null,
    tradeType: 'INRUPI',
    status: 'pending',
    utr: null,
    pay_url: 'http://127.0.0.1:4300/pay/3vQB7B6MrGQZaxCu',
    payUrl: 'http://127.0.0.1:4300/pay/3vQB7B6MrGQZaxCu',
    extra: 'blue shirt',
    createdAt: '2026-11-20T15:04:05+05:30',
    expiresAt: '2026-11-20T15:34:05+05:30',
    paidAt: null,
  },
});
/** As long as ours, with the fields that the others look at. */
const other = JSON.stringify({ id: 'obj_1', object: 'chat.completion', choices: [], note: 'x'.repeat(430) });

const server = createServer((request, response) => {
  request.resume();
  request.on('end', () => {
    const body = request.url === '/v3/payin' ? payin : other;
    response.setHeader('content-type', 'application/json');
    response.setHeader('content-length', Buffer.byteLength(body));
    response.end(body);
  });
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
