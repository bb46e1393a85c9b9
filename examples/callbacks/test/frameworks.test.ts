import { describe } from 'vitest';
import { receiverContract } from './receiver.contract.ts';
import { servers } from './servers.ts';

describe.each(Object.entries(servers))('the receiver on %s', (framework, serve) => {
  // All frameworks share the SDK's handler, so one framework runs all cases of the checker.
  receiverContract(serve, framework === 'express' ? 'full' : 'small');
});
