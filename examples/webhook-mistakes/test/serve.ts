import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'vitest';

/** Serves an endpoint on a free port until the end of the test. Returns its callback URL. */
export async function serve(
  listener: RequestListener,
  { onTestFinished }: Pick<TestContext, 'onTestFinished'>,
): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/callbacks`;
}
