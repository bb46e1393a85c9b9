import { byExpress, overASocket } from './adapters.ts';
import { concurrencyContract } from './concurrency.contract.ts';
import { inLanes } from './lanes.ts';
import { wireContract } from './wire.contract.ts';

wireContract('by Express over a socket', byExpress, 2_000);
wireContract('by node:http over a socket', overASocket, 2_000);

concurrencyContract(async (options) => {
  const reached = await overASocket(options);
  return { ...reached, send: inLanes(60, reached.send) };
});
