import { concurrencyContract } from '../wire/concurrency.contract.ts';
import { transportContract } from '../wire/wire.contract.ts';
import { throughProxies } from './proxied-wire.ts';

throughProxies((open) => {
  transportContract('through a proxy', open);
  concurrencyContract(open);
});
