import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import express from 'express';
import { expect, it, onTestFinished } from 'vitest';
import { gatewayExpress } from '../../src/express.ts';
import { createMockGateway } from '../../src/index.ts';

/** Opens connections whose bodies lack one byte. */
async function unfinished(port: number, count: number) {
  const body = Buffer.alloc(65_535, 'x');
  const heads = 'POST /v3/payin HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';
  const closed = { count: 0 };
  for (let sent = 0; sent < count; sent++) {
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    onTestFinished(() => void socket.destroy());
    socket.resume().on('close', () => {
      closed.count += 1;
    });
    socket.write(`${heads}Content-Length: 65536\r\n\r\n`);
    await new Promise<void>((resolve) => socket.write(body, () => resolve()));
  }
  return closed;
}

it('bodies that stop one byte short occupy at most 16 MB without blocking other requests', async () => {
  const gateway = await createMockGateway();
  onTestFinished(() => gateway.close());
  const { url } = await gateway.listen();
  const closed = await unfinished(Number(new URL(url).port), 300);
  // 256 of the 300 bodies of 64 KB fit into memory. Each further body ends the oldest body.
  await expect.poll(() => closed.count).toBeGreaterThanOrEqual(300 - 257);
  expect(closed.count).toBeLessThan(300);
  const answer = await fetch(`${url}/v3/payin`, { method: 'POST', body: '{}' });
  expect(answer.status).toBe(400);
});

it('a gateway that an Express app mounts below a path rejects every request, because its payUrl would lead nowhere', async () => {
  const gateway = await createMockGateway();
  onTestFinished(() => gateway.close());
  const server = createServer(express().use('/gateway', gatewayExpress(gateway)));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}/gateway/_mock/health`);
  expect(answer.status).toBe(404);
  expect(await answer.text()).toContain('Mount the gateway at \\"/\\" instead of \\"/gateway\\"');
});

it('an error names another body parser as the cause if that parser has read the body', async () => {
  const gateway = await createMockGateway();
  onTestFinished(() => gateway.close());
  const app = express();
  app.use(express.json()).use(gatewayExpress(gateway));
  const server = createServer(app);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const post = async (path: string) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      headers,
      body: '{"a":"b"}',
    });
    return { status: answer.status, body: await answer.text() };
  };
  for (const path of ['/v3/payin', '/v1/create-link.php', '/_mock/merchants']) {
    const { status, body } = await post(path);
    expect([path, status]).toEqual([path, path === '/_mock/merchants' ? 422 : 400]);
    expect(body).toContain('Mount gatewayExpress before express.json()');
  }
});

it.each(['/v3/payin', '/_mock/merchants'])(
  'the gateway disconnects a client that continues to send to %s after a 413',
  async (path) => {
    const gateway = await createMockGateway();
    onTestFinished(() => gateway.close());
    const { url } = await gateway.listen();
    const socket = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => {});
    onTestFinished(() => void socket.destroy());
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    let received = '';
    socket.on('data', (text) => {
      received += String(text);
    });
    const chunk = `${(65_536).toString(16)}\r\n${'x'.repeat(65_536)}\r\n`;
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`,
    );
    // Sends each chunk after the previous chunk, as long as the gateway accepts chunks.
    const sendOn = () => void (socket.destroyed || socket.write(chunk, () => setImmediate(sendOn)));
    sendOn();
    await closed;
    // A fast client may notice the end of the connection before the response.
    expect(received).toMatch(/^(?:HTTP\/1\.1 413 |$)/);
  },
);

it('an error names a truncated body as the cause', async () => {
  const gateway = await createMockGateway();
  onTestFinished(() => gateway.close());
  for (const path of ['/v3/payin', '/v1/create-link.php', '/_mock/merchants']) {
    const body = new ReadableStream({ pull: (controller) => controller.error(new Error('left')) });
    const answer = await gateway.fetch(`${gateway.url}${path}`, { method: 'POST', body, duplex: 'half' });
    expect([path, await answer.json()]).toMatchObject([path, { message: 'The body is incomplete.' }]);
  }
});
