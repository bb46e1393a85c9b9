import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A connection on which a test can write any bytes. */
export class RawSocket {
  readonly #socket: Socket;
  readonly #chunks: Buffer[] = [];
  #closed = false;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (chunk: Buffer) => this.#chunks.push(chunk));
    socket.on('close', () => {
      this.#closed = true;
    });
    // Ignore errors, because some tests wait until the gateway closes the connection.
    socket.on('error', () => {});
  }

  static async to(url: string): Promise<RawSocket> {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    await once(socket, 'connect');
    return new RawSocket(socket);
  }

  get text(): string {
    return Buffer.concat(this.#chunks).toString();
  }

  get isClosed(): boolean {
    return this.#closed;
  }

  write(...parts: readonly (string | Uint8Array)[]): this {
    for (const part of parts) this.#socket.write(part);
    return this;
  }

  /** Waits until the system has accepted the written bytes. */
  async drained(): Promise<void> {
    if (this.#socket.writableNeedDrain && !this.#closed) {
      await Promise.race([once(this.#socket, 'drain'), once(this.#socket, 'close')]);
    }
  }

  /** Half-closes the connection. */
  end(): this {
    this.#socket.end();
    return this;
  }

  destroy(): void {
    this.#socket.destroy();
  }

  /** Waits until the received text matches, or until the connection closes. */
  async until(satisfies: (text: string) => boolean): Promise<string> {
    while (!satisfies(this.text) && !this.#closed) {
      // An error is always followed by a close.
      const more = [once(this.#socket, 'data'), once(this.#socket, 'close')];
      await Promise.race(more.map((event) => event.catch(() => {})));
    }
    return this.text;
  }

  /** Returns all bytes until the gateway closes the connection. */
  async rest(): Promise<string> {
    return this.until(() => false);
  }
}

/** Writes the head of a POST with `headers` unchanged. */
export function head(path: string, ...headers: readonly string[]): string {
  return [`POST ${path} HTTP/1.1`, 'Host: 127.0.0.1', ...headers, '', ''].join('\r\n');
}

export function chunk(bytes: string | Uint8Array): Buffer {
  const data = Buffer.from(bytes);
  return Buffer.concat([Buffer.from(`${data.byteLength.toString(16)}\r\n`), data, Buffer.from('\r\n')]);
}

export const lastChunk = '0\r\n\r\n';
