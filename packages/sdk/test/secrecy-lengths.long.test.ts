import { secrecyContract } from './secrecy-lengths.contract.ts';

secrecyContract('full');
