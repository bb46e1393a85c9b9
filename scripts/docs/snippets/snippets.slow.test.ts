import { describePages } from './snippets.contract.ts';

describePages('in one process');
