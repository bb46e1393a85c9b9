import { throughMsw } from './adapters.ts';
import { whole, wireContract } from './wire.contract.ts';

wireContract('through MSW', throughMsw(), whole);
