import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gatewayExpress } from '../../src/express.ts';
import { createMockGateway } from '../../src/index.ts';
import type { Send } from '../client.ts';
import { concurrencyContract } from './concurrency.contract.ts';
import type { Open } from './gateway-per-test.ts';
import { wireContract } from './wire.contract.ts';

/** What people mount. */
const byExpress: Open = async (options) => {
  const gateway = await createMockGateway(options);
  const server = createServer(gatewayExpress(gateway));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = async () => {
    server.closeAllConnections();
    server.close();
    await gateway.close();
  };
  return { gateway, send: (path, init) => fetch(url + path, init), close };
};

/** What `listen` serves. */
const overASocket: Open = async (options) => {
  const gateway = await createMockGateway(options);
  const { url } = await gateway.listen();
  return { gateway, send: (path, init) => fetch(url + path, init), close: () => gateway.close() };
};

wireContract('by Express over a socket', byExpress);
wireContract('by node:http over a socket', overASocket);

concurrencyContract(async (options) => {
  const reached = await overASocket(options);
  return { ...reached, send: inLanes(60, reached.send) };
});

/** So many sockets at a time: some systems let a process open no more than 256 files. */
function inLanes(count: number, send: Send): Send {
  const lanes = Array.from({ length: count }, (): Promise<unknown> => Promise.resolve());
  let sent = 0;
  return (path, init) => {
    const lane = sent++ % count;
    const answer = (lanes[lane] ?? Promise.resolve()).then(() => send(path, init));
    lanes[lane] = answer.catch(() => undefined);
    return answer;
  };
}
