import { wireContract } from '../wire/wire.contract.ts';
import { throughProxies } from './proxied-wire.ts';

throughProxies((open) => wireContract('through a proxy', open, 2_000));
