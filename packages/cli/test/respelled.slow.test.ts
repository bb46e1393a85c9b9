import { respelledContract } from './respelled.contract.ts';

respelledContract('small');
