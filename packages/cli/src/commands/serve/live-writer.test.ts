import { Writable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { LiveWriter } from './live-writer.ts';

/** A stream whose reader reads only when the test requests it. */
class Pipe extends Writable {
  text = '';
  #blocked: (() => void)[] = [];
  #open: boolean;

  constructor({ open }: { readonly open: boolean }) {
    super();
    this.#open = open;
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString();
    if (this.#open) done();
    else this.#blocked.push(done);
  }

  read(): void {
    this.#open = true;
    for (const done of this.#blocked.splice(0)) done();
  }
}

function writerOn(stream: Pipe): LiveWriter {
  return new LiveWriter({ stream, leftOut: (count) => `${count} left out` });
}

test('the live writer delays lines until the end of the event loop turn', async () => {
  const stream = new Pipe({ open: true });
  const writer = writerOn(stream);
  writer.write('one');
  writer.write('two');
  expect(stream.text).toBe('');
  await setImmediate();
  expect(stream.text).toBe('one\ntwo\n');
});

test('the live writer skips unread lines, counts them and does not store them', async () => {
  const stream = new Pipe({ open: false });
  const writer = writerOn(stream);
  writer.write('x'.repeat(2_000_000));
  await setImmediate();
  expect([writer.ready(), writer.ready()]).toEqual([false, false]);
  stream.read();
  expect(writer.ready()).toBe(true);
  writer.write('again');
  await setImmediate();
  expect(stream.text.slice(2_000_000)).toBe('\n2 left out\nagain\n');
});

test('after the reader closes, the live writer discards its lines without an error', async () => {
  const stream = new Pipe({ open: true });
  let exited = false;
  stream.on('error', () => {
    exited = true;
  });
  const writer = writerOn(stream);
  stream.destroy(new Error('EPIPE'));
  await setImmediate();
  expect(writer.ready()).toBe(false);
  writer.write('nobody reads this');
  await setImmediate();
  expect({ text: stream.text, exited }).toEqual({ text: '', exited: false });
});
