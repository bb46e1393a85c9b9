import type { Send } from '../client.ts';
import { byExpress, overASocket } from './adapters.ts';
import { concurrencyContract } from './concurrency.contract.ts';
import { transportContract } from './wire.contract.ts';

transportContract('by Express over a socket', byExpress);
transportContract('by node:http over a socket', overASocket);

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
