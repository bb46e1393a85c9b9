import { byExpress, overASocket } from './adapters.ts';
import { concurrencyContract } from './concurrency.contract.ts';
import { inLanes } from './lanes.ts';
import { whole, wireContract } from './wire.contract.ts';

wireContract('by Express over a socket', byExpress, whole);
wireContract('by node:http over a socket', overASocket, whole);

concurrencyContract(async (options) => {
  const reached = await overASocket(options);
  return { ...reached, send: inLanes(60, reached.send) };
});
