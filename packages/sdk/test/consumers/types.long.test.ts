import { typesContract } from './types.contract.ts';

typesContract('ES and CommonJS modules', 'modules of a bundler');
