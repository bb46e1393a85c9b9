import { nodesContract } from './nodes.contract.ts';

// The oldest version loads CommonJS modules, and the newest ES modules. The long form runs every pair.
nodesContract([
  ['22', 'cjs.cjs'],
  ['own', 'both.mjs'],
  ['26', 'esm.mjs'],
]);
