import { throughMsw } from './adapters.ts';
import { transportContract } from './wire.contract.ts';

transportContract('through MSW', throughMsw());
