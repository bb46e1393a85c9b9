import { randomInt } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { signedCallback } from '../packages/sdk/src/testing.ts';

interface StrangerOptions {
  readonly mchId: string;
  readonly mchKey: string;
  /** An unpaid order of 500.00 that the shop knows. */
  readonly mchOrderNo: string;
}

const json = 'Content-Type: application/json';

/** What any stranger can send to the port of an endpoint: the request, and how the connection ends. */
function requestsTo({ host, pathname }: URL): readonly (readonly [string, (socket: Socket) => unknown])[] {
  const written = (head: readonly string[], body = '') => `${[...head, '', ''].join('\r\n')}${body}`;
  const get = (target: string) => (socket: Socket) =>
    socket.write(written([`GET ${target} HTTP/1.1`, `Host: ${host}`]));
  const post = (headers: readonly string[], body = '') =>
    written([`POST ${pathname} HTTP/1.1`, `Host: ${host}`, json, ...headers], body);
  const half = post(['Content-Length: 100'], '{"mchId":');
  const long = 'x'.repeat(70_000);
  return [
    ...['//', '//[', '*', '*@[', 'http://[', '/%', '/credited?mchOrderNo=%', `${pathname}?%`].map(
      (target) => [`GET ${target}`, get(target)] as const,
    ),
    ['OPTIONS *', (socket) => socket.write(written(['OPTIONS * HTTP/1.1', `Host: ${host}`]))],
    ['no host', (socket) => socket.write(written([`POST ${pathname} HTTP/1.1`, json, 'Content-Length: 0']))],
    ['HTTP/1.0', (socket) => socket.write(written([`POST ${pathname} HTTP/1.0`]))],
    ['a TLS handshake', (socket) => socket.write(Buffer.from('16030100050100000100', 'hex'))],
    ['a body cut in the middle', (socket) => socket.end(half)],
    [
      'a reset in the body',
      (socket) => socket.write(half, () => setTimeout(() => socket.resetAndDestroy(), 20)),
    ],
    ['a reset in the header', (socket) => socket.write(half.slice(0, 30), () => socket.resetAndDestroy())],
    ['no content type', (socket) => socket.write(post(['Content-Length: 2'], '{}').replace(json, 'X: 1'))],
    ['70 KB', (socket) => socket.write(post([`Content-Length: ${long.length}`], long))],
    [
      '70 KB in chunks',
      (socket) =>
        socket.write(
          post(['Transfer-Encoding: chunked'], `${long.length.toString(16)}\r\n${long}\r\n0\r\n\r\n`),
        ),
    ],
    ['a broken chunk', (socket) => socket.write(post(['Transfer-Encoding: chunked'], '2\r\n{}\r\nzz\r\n'))],
    ['a cut chunk', (socket) => socket.end(post(['Transfer-Encoding: chunked'], '64\r\n{"mchId":'))],
  ];
}

/**
 * Sends what a stranger can send, and a genuine callback after each request. Then sends a signed success without
 * `paidAmount`, which the shop must not acknowledge, and the callback of the payment.
 */
export async function survivesStrangers(
  url: string,
  { mchOrderNo, ...credentials }: StrangerOptions,
): Promise<void> {
  const orderNo = `PI20261120150405${randomInt(10_000_000, 99_999_999)}`;
  const deliver = async (fields: Parameters<typeof signedCallback>[2]) => {
    const { body, contentType } = signedCallback('payin', credentials, { mchOrderNo, orderNo, ...fields });
    const headers = { 'content-type': contentType, connection: 'close' };
    const response = await fetch(url, { method: 'POST', headers, body });
    return [response.status, await response.text()];
  };
  for (const [name, send] of requestsTo(new URL(url))) {
    await sent(new URL(url), send);
    const handled = await deliver({ test: true }).catch((error: Error) => [error.message, error.cause]);
    expect([name, ...handled]).toEqual([name, 200, 'success']);
  }
  for (const paidAmount of ['', undefined]) {
    const [status] = await deliver({ paidAmount });
    expect([paidAmount, status]).toEqual([paidAmount, expect.toSatisfy((code) => code >= 400)]);
  }
  expect(await deliver({})).toEqual([200, 'success']);
}

/** Sends a request, and waits for a response or the end of the connection, at most for 250 ms. */
async function sent({ hostname, port }: URL, send: (socket: Socket) => unknown): Promise<void> {
  const socket = connect(Number(port), hostname);
  const ended = new Promise((resolve) => {
    socket.on('error', resolve).on('close', resolve).on('end', resolve).on('data', resolve);
  });
  socket.on('connect', () => send(socket));
  await Promise.race([ended, sleep(250, undefined, { ref: false })]);
  socket.destroy();
}
