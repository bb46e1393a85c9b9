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

/** Makes the grace period so long that no test ends because of it. */
function withoutCuts(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
}

describe('HTTP listener', () => {
  it('a listener on a free port returns the port', async () => {
    const { port, host, url } = await listening((response) => response.end('here'));
    expect(host).toBe('127.0.0.1');
    expect(port).toBeGreaterThan(0);
    expect(await (await fetch(url)).text()).toBe('here');
  });

  it('a listener on a port in use fails with the system error', async () => {
    const { port } = await listening(() => {});
    await expect(listen(() => {}, { port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });
});

describe('close of the HTTP server [contract:serve.end]', () => {
  it('a closing server stops accepting connections but completes a response in progress', async () => {
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

  it('a closing server does not wait for a connection without a request', async () => {
    const server = await listening((response) => response.end());
    const socket = connect(server.port, '127.0.0.1');
    await once(socket, 'connect');
    withoutCuts();
    await Promise.all([once(socket, 'close'), server.close()]);
  });

  it('a closed server leaves no timer that keeps the process alive', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const server = await listening(() => {});
    const closed = server.close();
    expect(vi.getTimerCount()).toBeGreaterThan(0);
    await closed;
    expect(vi.getTimerCount()).toBe(0);
  });

  it('a closing server ends open connections in bounded time', async () => {
    const server = await listening((response) => response.write('for ever'));
    const answer = await fetch(server.url);
    const started = performance.now();
    await Promise.all([expect(answer.text()).rejects.toThrow(), server.close()]);
    // If the server did not close, the request would never end.
    expect(performance.now() - started).toBeLessThan(30_000);
  });
});
