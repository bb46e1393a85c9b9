import { respelledContract } from './respelled.contract.ts';

respelledContract('full');
