import { frameworksContract } from './frameworks.contract.ts';

frameworksContract('full');
