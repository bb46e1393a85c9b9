import { mutationsContract } from './mutations.contract.ts';

mutationsContract(40_000);
