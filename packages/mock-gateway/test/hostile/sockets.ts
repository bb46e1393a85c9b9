import fc from 'fast-check';
import { expect } from 'vitest';
import { callerOf, listenGateway } from '../scenarios/harness.ts';
import { booksOf } from '../wire/expect.ts';
import { RawSocket } from '../wire/raw-socket.ts';
import type { Size } from './requests.ts';

/** The parts that a client writes, and the way in which it disconnects. */
interface Conversation {
  readonly pieces: readonly string[];
  /** `half` half-closes and waits for the end. `gone` disconnects immediately. */
  readonly leaves: 'half' | 'gone';
}

const body =
  '{"mchId":"DEMO1001","mchOrderNo":"A","amount":"500.00","sign":"0123456789ABCDEF0123456789ABCDEF"}';

const lines = fc.constantFrom(
  'POST /v3/payin HTTP/1.1',
  'POST /v3/payin HTTP/1.0',
  'POST /v3/payin HTTP/9.9',
  'POST  /v3/payin HTTP/1.1',
  'post /v3/payin HTTP/1.1',
  'GET /v1/link-status.php?%zz HTTP/1.1',
  'POST http://elsewhere.example/v3/payin HTTP/1.1',
  'CONNECT 127.0.0.1:22 HTTP/1.1',
  'TRACE /v3/payin HTTP/1.1',
  'PRI * HTTP/2.0',
  `POST /${'a'.repeat(20_000)} HTTP/1.1`,
  '\u0016\u0003\u0001\u0002\u0000',
  '',
);

const header = fc.oneof(
  fc.constantFrom(
    'Host: 127.0.0.1',
    'Host: a\r\nHost: b',
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    'Content-Length: 0',
    'Content-Length: 5',
    'Content-Length: 100000',
    'Content-Length: -1',
    'Content-Length: 99999999999999999999',
    'Content-Length: 1\r\nContent-Length: 2',
    'Transfer-Encoding: chunked',
    'Transfer-Encoding: chunked, identity',
    'Transfer-Encoding: xchunked\r\nContent-Length: 4',
    'Connection: keep-alive',
    'Connection: close',
    'Connection: Upgrade\r\nUpgrade: h2c',
    'Expect: 100-continue',
    'Expect: miracles',
    ' folded: line',
    'no colon',
    'nul: \u0000',
    'X-Forwarded-For: 10.0.0.1',
  ),
  fc.nat(15_000).map((length) => `X-Long: ${'x'.repeat(length)}`),
  fc.nat(300).map((count) => 'X-Many: 1\r\n'.repeat(count).trimEnd()),
);

const bodyParts = fc.oneof(
  fc.constantFrom(
    body,
    `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
    'zz\r\n',
    'fffffffff\r\n',
    '0\r\n\r\n',
    '',
  ),
  fc.nat(70_000).map((length) => 'x'.repeat(length)),
);

const broken = fc
  .tuple(lines, fc.array(header, { maxLength: 6 }), fc.constantFrom('\r\n', '\n'), bodyParts)
  .map(([line, headers, end, content]) => `${[line, ...headers].join(end)}${end}${end}${content}`);

/** A merchant's request with one error: in the signature, method, URL, size or declared length. */
const nearlyRight = fc
  .record({
    method: fc.constantFrom('POST', 'POST', 'POST', 'PUT'),
    path: fc.constantFrom('/v3/payin', '/v3/payout', '/v3/nothing'),
    content: fc.constantFrom(body, body, body, body.padEnd(70_000)),
    wrongBy: fc.constantFrom(0, 0, 0, -1, 1, 50),
  })
  .map(({ method, path, content, wrongBy }) =>
    [
      `${method} ${path} HTTP/1.1`,
      'Host: 127.0.0.1',
      'Content-Type: application/json',
      `Content-Length: ${content.length + wrongBy}`,
      '',
      content,
    ].join('\r\n'),
  );

const request = fc.oneof(broken, nearlyRight);

/** Cuts a string at these positions. The client sends each piece as a separate packet. */
function cut(text: string, places: readonly number[]): readonly string[] {
  const at = [0, ...places.map((place) => place % (text.length + 1)).sort((a, b) => a - b), text.length];
  return at.slice(1).map((end, index) => text.slice(at[index], end));
}

const conversations: fc.Arbitrary<Conversation> = fc.record({
  pieces: fc
    .tuple(fc.array(request, { minLength: 1, maxLength: 4 }), fc.array(fc.nat(), { maxLength: 20 }))
    .map(([requests, places]) => cut(requests.join(''), places)),
  leaves: fc.constantFrom('half', 'half', 'gone'),
});

/** Number of simultaneous conversations. */
const atOnce = 25;

/** Expects that the gateway rejects any content or ends the connection, and then serves the next client. */
export async function expectSurvived({ count, seed }: Size): Promise<void> {
  const gateway = await listenGateway({ settings: { rateLimitPerMinute: null, signatureLock: null } });
  const before = await booksOf(gateway);
  const rounds = fc.array(conversations, { minLength: atOnce, maxLength: atOnce });
  const seen = new Set<string>();
  const property = fc.asyncProperty(rounds, async (round) => {
    const texts = await Promise.all(round.map((conversation) => talk(gateway.url, conversation)));
    for (const text of texts) {
      for (const [, status = ''] of text.matchAll(/HTTP\/1\.[01] (\d{3})/g)) {
        expect(status).toMatch(/^(?:100|4\d\d)$/);
        seen.add(status);
      }
    }
    expect((await callerOf(gateway).balance()).status).toBe(200);
  });
  await fc.assert(property, { numRuns: Math.ceil(count / atOnce), seed });
  expect(await booksOf(gateway)).toEqual(before);
  // The responses must show that some requests passed the HTTP parser.
  expect([...seen]).toEqual(expect.arrayContaining(['400', '401', '404', '405', '413', '431']));
}

async function talk(url: string, { pieces, leaves }: Conversation): Promise<string> {
  const socket = await RawSocket.to(url);
  for (const piece of pieces) {
    socket.write(Buffer.from(piece, 'latin1'));
    await turns(1);
  }
  if (leaves === 'gone') {
    socket.destroy();
    return '';
  }
  // Wait for turns of the event loop. The gateway is in this process, so after these turns it has sent every response
  // and waits for more bytes.
  await turns(patience);
  socket.end();
  return socket.rest();
}

const patience = 50;

async function turns(count: number): Promise<void> {
  for (let left = count; left > 0; left--) await new Promise((resolve) => setImmediate(resolve));
}
