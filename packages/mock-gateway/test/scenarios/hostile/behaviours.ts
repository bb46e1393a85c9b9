import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';

export interface Behaviour {
  /** Final state of a callback. `either` if the state depends on a race. */
  readonly end: 'delivered' | 'failed' | 'either';
  /** True if each attempt takes the whole timeout. */
  readonly slow?: boolean;
  /** @param asked number of callbacks on this connection, and number of arrivals of this callback */
  readonly answer: (socket: Socket, asked: { readonly here: number; readonly times: number }) => void;
  /** Called when the receiver accepts a connection, before it reads the request. */
  readonly greet?: (socket: Socket) => void;
  readonly scheme?: 'https';
}

const write = (text: string | Buffer) => (socket: Socket) => void socket.write(text);
const answer = (body: string, status = '200 OK', headers = '') =>
  `HTTP/1.1 ${status}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n${headers}\r\n${body}`;
const well = answer('success');

function forever(head: string, piece: string, ms: number) {
  return (socket: Socket): void => {
    socket.write(head);
    const timer = setInterval(() => socket.write(piece), ms);
    socket.once('close', () => clearInterval(timer));
  };
}

/** Writes endlessly, as fast as the client reads. */
function flood(head: string, piece: string) {
  return (socket: Socket): void => {
    const more = () => {
      while (socket.writable && socket.write(piece));
    };
    socket.on('drain', more);
    socket.write(head);
    more();
  };
}

function packed(body: Buffer) {
  const head = `HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: ${body.length}\r\n\r\n`;
  return write(Buffer.concat([Buffer.from(head), body]));
}

const failing = (reply: Behaviour['answer'], more: Partial<Behaviour> = {}): Behaviour => ({
  end: 'failed',
  answer: reply,
  ...more,
});
const slow = (reply: Behaviour['answer']) => failing(reply, { slow: true });
const accepting = (reply: Behaviour['answer']): Behaviour => ({ end: 'delivered', answer: reply });
const silent = () => {};

/** @param trap URL that must never receive a request */
export function behaviours(trap: string): Readonly<Record<string, Behaviour>> {
  return {
    // Behaviours with an incomplete response.
    hangs: slow(silent),
    'hangs after its headers': slow(write('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nsuccess')),
    'drips headers': slow(forever('HTTP/1.1 200 OK\r\nx-slow: ', 's', 10)),
    'drips a body': slow(forever('HTTP/1.1 200 OK\r\n\r\n', 'success', 10)),
    'repeats 100 Continue without end': slow(forever('', 'HTTP/1.1 100 Continue\r\n\r\n', 10)),
    'resets before its response': failing((socket) => void socket.resetAndDestroy()),
    'resets within its response': failing((socket) => {
      socket.write(well.slice(0, -1), () => socket.resetAndDestroy());
    }),
    'closes without a response': failing((socket) => void socket.end()),
    'closes within its response': failing((socket) => void socket.end(well.slice(0, -1))),
    'is no HTTP': failing(write('SSH-2.0-OpenSSH_9.9\r\n')),
    'speaks another protocol': failing(
      write('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\nsuccess'),
    ),
    'has chunks of no size': failing(
      write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nxyz\r\nsuccess\r\n'),
    ),
    'has headers without an end': failing(flood('HTTP/1.1 200 OK\r\n', `x-more: ${'x'.repeat(1_000)}\r\n`)),
    'has an endless body': failing(flood('HTTP/1.1 200 OK\r\n\r\n', 'no '.repeat(5_000))),
    'is reset with the connection': failing(silent, { greet: (socket) => void socket.resetAndDestroy() }),
    'greets with another protocol': failing(silent, { greet: write('220 mail.example ESMTP\r\n') }),
    'speaks no TLS': failing(silent, { scheme: 'https', greet: write(well) }),
    'resets in the handshake': failing(silent, {
      scheme: 'https',
      greet: (socket) => void socket.once('data', () => socket.resetAndDestroy()),
    }),
    'alerts in the handshake': failing(silent, {
      scheme: 'https',
      greet: write(Buffer.from([0x15, 3, 3, 0, 2, 2, 40])),
    }),
    // Behaviours with a response that does not acknowledge the callback.
    'redirects to loopback': failing(write(answer('success', '302 Found', `location: ${trap}\r\n`))),
    'redirects what was posted': failing(write(answer('success', '307 There', `location: ${trap}\r\n`))),
    'adds what is no HTTP': failing(write(`${well}garbage`)),
    'returns 500': failing(write(answer('success', '500 No'))),
    'returns 201': failing(write(answer('success', '201 Created'))),
    'returns 204': failing(write('HTTP/1.1 204 No Content\r\n\r\n')),
    'returns the word in capitals': failing(write(answer('SUCCESS'))),
    'returns an empty body': failing(write(answer(''))),
    'returns a page': failing(write(answer('<!doctype html><title>Log in</title>'))),
    'compresses its response': failing(packed(gzipSync('success'))),
    'compresses gigabytes': failing(packed(gzipSync(Buffer.alloc(10_000_000)))),
    // Behaviours that acknowledge the callback in some form.
    accepts: accepting(write(well)),
    'accepts and closes': accepting((socket) => {
      socket.end(answer('success', '200 OK', 'connection: close\r\n'));
    }),
    'accepts, endlessly': accepting(flood('HTTP/1.1 200 OK\r\n\r\n', 'success '.repeat(2_000))),
    'accepts twice over': accepting(write(well + well)),
    'accepts, and goes on later': accepting((socket) => {
      socket.write(well, () => setImmediate(() => socket.writable && socket.write(answer('no'))));
    }),
    'accepts the third time': accepting((socket, { times }) => {
      socket.write(times < 3 ? answer('not yet', '503 Busy') : well);
    }),
    // A keep-alive connection that may fail for the next callback.
    'accepts and drops the kept connection': {
      end: 'either',
      answer: (socket) => void socket.write(well, () => setImmediate(() => socket.destroy())),
    },
    'drops a kept connection with its second callback': {
      end: 'either',
      answer: (socket, { here }) => void (here > 1 ? socket.resetAndDestroy() : socket.write(well)),
    },
  };
}
