import { byExpress, overASocket } from './adapters.ts';
import { wireContract } from './wire.contract.ts';

wireContract('by Express over a socket', byExpress, 2_000);
wireContract('by node:http over a socket', overASocket, 2_000);
