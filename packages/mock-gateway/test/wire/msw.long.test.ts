import { throughMsw } from './adapters.ts';
import { wireContract } from './wire.contract.ts';

wireContract('through MSW', throughMsw(), 2_000);
