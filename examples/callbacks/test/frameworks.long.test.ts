import { describe } from 'vitest';
import { receiverContract } from './receiver.contract.ts';
import { servers } from './servers.ts';

describe.each(Object.entries(servers))('the receiver on %s', (_framework, serve) => {
  receiverContract(serve, 'full');
});
