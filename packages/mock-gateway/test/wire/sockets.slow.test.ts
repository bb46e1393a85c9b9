import { byExpress, overASocket } from './adapters.ts';
import { concurrencyContract } from './concurrency.contract.ts';
import { inLanes } from './lanes.ts';
import { transportContract } from './wire.contract.ts';

transportContract('by Express over a socket', byExpress);

concurrencyContract(async (options) => {
  const reached = await overASocket(options);
  return { ...reached, send: inLanes(60, reached.send) };
});
