import { mutationsContract } from './mutations.contract.ts';

mutationsContract(200_000);
