import { createMockGateway } from '../../src/index.ts';
import { concurrencyContract } from './concurrency.contract.ts';
import type { Open } from './gateway-per-test.ts';
import { wireContract } from './wire.contract.ts';

const inProcess: Open = async (options) => {
  const gateway = await createMockGateway(options);
  return {
    gateway,
    send: (path, init) => gateway.fetch(gateway.url + path, init),
    close: () => gateway.close(),
  };
};

wireContract('in process', inProcess);
concurrencyContract(inProcess);
