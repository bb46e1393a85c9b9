import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { listen } from './listen.ts';

async function listening(listener: (response: ServerResponse) => void) {
  const server = await listen((_, response) => listener(response), { port: 0 });
  onTestFinished(() => server.close());
  return { ...server, url: `http://127.0.0.1:${server.port}/` };
}

/** The time after which what does not end is cut never comes: whatever waits for it does so for ever. */
function withoutCuts(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
}

describe('listening', () => {
  it('on a free port says which one it is', async () => {
    const { port, host, url } = await listening((response) => response.end('here'));
    expect(host).toBe('127.0.0.1');
    expect(port).toBeGreaterThan(0);
    expect(await (await fetch(url)).text()).toBe('here');
  });

  it('on a port that is taken fails with the system’s own error', async () => {
    const { port } = await listening(() => {});
    await expect(listen(() => {}, { port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });
});

describe('closing [contract:serve.end]', () => {
  it('stops accepting, and lets an answer that has begun end', async () => {
    let finish = () => {};
    const server = await listening((response) => {
      response.writeHead(200);
      response.write('first ');
      finish = () => response.end('last');
    });
    const answer = await fetch(server.url);
    withoutCuts();
    const closed = server.close();
    finish();
    expect(await answer.text()).toBe('first last');
    await closed;
    await expect(fetch(server.url)).rejects.toThrow();
  });

  it('does not wait for a connection on which nothing was asked', async () => {
    const server = await listening((response) => response.end());
    const socket = connect(server.port, '127.0.0.1');
    await once(socket, 'connect');
    withoutCuts();
    await Promise.all([once(socket, 'close'), server.close()]);
  });

  it('cuts what does not end, in bounded time', async () => {
    const server = await listening((response) => response.write('for ever'));
    const answer = await fetch(server.url);
    const started = performance.now();
    await Promise.all([expect(answer.text()).rejects.toThrow(), server.close()]);
    // It would never end by itself.
    expect(performance.now() - started).toBeLessThan(30_000);
  });
});
