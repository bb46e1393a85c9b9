import { byExpress } from './adapters.ts';
import { transportContract } from './wire.contract.ts';

transportContract('by Express over a socket', byExpress);
