import { nodesContract } from './nodes.contract.ts';

const scripts = ['esm.mjs', 'cjs.cjs', 'both.mjs'];
nodesContract(
  (['22', 'own', '26'] as const).flatMap((node) => scripts.map((script) => [node, script] as const)),
);
