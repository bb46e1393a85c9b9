import { concurrencyContract } from '../wire/concurrency.contract.ts';
import { inLanes } from '../wire/lanes.ts';
import { whole, wireContract } from '../wire/wire.contract.ts';
import { throughProxies } from './proxied-wire.ts';

throughProxies((open) => {
  wireContract('through a proxy', open, whole);
  concurrencyContract(async (options) => {
    const reached = await open(options);
    return { ...reached, send: inLanes(60, reached.send) };
  });
});
