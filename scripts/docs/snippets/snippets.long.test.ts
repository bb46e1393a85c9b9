import { describePages } from './snippets.contract.ts';

describePages('in a process each');
