import { concurrencyContract } from '../wire/concurrency.contract.ts';
import { inLanes } from '../wire/lanes.ts';
import { transportContract } from '../wire/wire.contract.ts';
import { throughProxies } from './proxied-wire.ts';

throughProxies((open) => {
  transportContract('through a proxy', open);
  concurrencyContract(async (options) => {
    const reached = await open(options);
    return { ...reached, send: inLanes(60, reached.send) };
  });
});
