/**
 * The import rules: which part may know which. Imports of types count too.
 * scripts/import-rules.test.ts sees each rule fail once.
 */
import { walls } from './scripts/rooms.mjs';

const test = '(\\.(test|test-d|contract)\\.ts|/(test|bench)/)';
const library = (/** @type {string} */ name) => `(^|/)node_modules/${name}/`;
const sdkEntry = (/** @type {string} */ names) => `^packages/sdk/src/(${names})\\.ts$`;

/** @type {import('dependency-cruiser').IForbiddenRuleType[]} */
const architecture = [
  {
    name: 'sdk-knows-no-other-package',
    comment: 'Imports point one way: cli -> mock-gateway -> conformance -> sdk.',
    from: { path: '^packages/sdk/' },
    to: { path: '^(packages/(?!sdk/)|examples/)' },
  },
  {
    name: 'checks-know-no-gateway',
    comment:
      'What is checked is reached by HTTP alone, so that a check cannot know more than its subject shows.',
    from: { path: '^packages/conformance/' },
    to: { path: '^(packages/(?!conformance/|sdk/)|examples/)' },
  },
  {
    name: 'gateway-knows-no-command',
    comment: 'Imports point one way: cli -> mock-gateway -> conformance -> sdk.',
    from: { path: '^packages/mock-gateway/' },
    to: { path: '^(packages/cli/|examples/)' },
  },
  {
    name: 'packages-know-no-example',
    from: { path: '^packages/' },
    to: { path: '^examples/' },
  },
  {
    name: 'packages-meet-at-their-names',
    comment: 'Another package is imported by its name, so that only what it exports can be reached.',
    from: { path: '^((?:packages|examples)/[^/]+)/' },
    to: { path: '^(packages|examples)/', pathNot: '^$1/', dependencyTypes: ['local'] },
  },
  {
    name: 'gateway-sees-no-client',
    comment:
      'The gateway and the checks share the wire contract and the signature doctor with the SDK, never its client.',
    from: { path: '^packages/(mock-gateway|conformance)/src/', pathNot: test },
    to: { path: '^packages/sdk/', pathNot: sdkEntry('basics|protocol|internal|doctor') },
  },
  {
    name: 'gateway-unit-tests-see-no-client',
    comment:
      'Tests beside the source may sign and verify callbacks as a merchant does; the client is for test/.',
    from: { path: '^packages/(mock-gateway|conformance)/src/.*\\.(test|test-d|contract)\\.ts$' },
    to: { path: '^packages/sdk/', pathNot: sdkEntry('protocol|internal|doctor|callbacks|testing') },
  },
  {
    name: 'protocol-is-a-leaf',
    comment: 'Both sides of the wire stand on the protocol; it stands on zod and node:crypto alone.',
    from: { path: '^packages/sdk/src/(protocol/|(protocol|internal)\\.ts$)', pathNot: test },
    to: { pathNot: ['^packages/sdk/src/protocol/', library('zod'), '^(node:)?crypto$'] },
  },
  {
    name: 'doctor-knows-the-protocol-alone',
    comment: 'The signature doctor explains the protocol, which does not know it.',
    from: { path: '^packages/sdk/src/doctor(/|\\.ts$)', pathNot: test },
    to: { pathNot: ['^packages/sdk/src/(doctor|protocol)/', '^(node:)?crypto$'] },
  },
  {
    name: 'ky-in-one-file',
    comment: 'The transport can be replaced in one place.',
    from: { path: '^(packages|examples)/', pathNot: '^packages/sdk/src/calls/transport\\.ts$' },
    to: { path: library('ky') },
  },
  {
    name: 'domain-is-pure',
    comment: 'Deciding needs the domain and the protocol: no clock, no random, no I/O.',
    from: { path: '^packages/mock-gateway/src/domain/', pathNot: test },
    to: { pathNot: ['^packages/mock-gateway/src/domain/', sdkEntry('basics|protocol|internal')] },
  },
  {
    name: 'operations-know-no-http',
    from: { path: '^packages/mock-gateway/src/operations/', pathNot: test },
    to: {
      path: ['^packages/mock-gateway/src/(http|pages)/', library('express'), '^(node:)?https?$'],
    },
  },
  {
    name: 'v1-and-v3-are-strangers',
    from: { path: '^packages/mock-gateway/src/http/(v1|v3)/' },
    to: { path: '^packages/mock-gateway/src/http/(v1|v3)/', pathNot: '^packages/mock-gateway/src/http/$1/' },
  },
  {
    name: 'store-knows-no-http',
    from: { path: '^packages/mock-gateway/src/store/', pathNot: test },
    to: {
      path: ['^packages/mock-gateway/src/(http|pages)/', library('express'), '^(node:)?https?$'],
    },
  },
  {
    name: 'dashboard-knows-types-alone',
    comment:
      'It runs in a browser: of the gateway it knows what the control API answers, as types, in one file, and tables without schemas.',
    from: {
      path: '^packages/mock-gateway/dashboard/',
      pathNot: '^packages/mock-gateway/dashboard/src/(types|tables)\\.ts$',
    },
    to: { path: '^packages/(?!mock-gateway/dashboard/)' },
  },
  {
    name: 'gateway-knows-no-dashboard',
    comment: 'It serves the files that were built, and works without them.',
    from: { path: '^packages/mock-gateway/src/' },
    to: { path: '^packages/mock-gateway/dashboard/' },
  },
  {
    name: 'commands-are-siblings',
    comment: 'A command is loaded when it is called, and alone; what two share is a module beside commands/.',
    from: { path: '^packages/cli/src/commands/([^/.]+)' },
    to: { path: '^packages/cli/src/commands/', pathNot: '^packages/cli/src/commands/$1[/.]' },
  },
];

/** @type {import('dependency-cruiser').IForbiddenRuleType[]} */
const layers = walls().map(({ from, to }) => ({
  name: 'rooms-look-down',
  comment: 'A room knows the rooms below it; scripts/rooms.mjs has their order.',
  from: { path: from, pathNot: test },
  to: { path: to },
}));

/** @type {import('dependency-cruiser').IForbiddenRuleType[]} */
const hygiene = [
  { name: 'no-cycles', from: {}, to: { circular: true } },
  {
    name: 'no-orphans',
    comment: 'A file that nothing imports and that imports nothing is left over.',
    from: { orphan: true, pathNot: ['\\.(test|test-d|contract|config|d)\\.ts$', '/bin/'] },
    to: {},
  },
  { name: 'no-unresolvable', from: {}, to: { couldNotResolve: true } },
  {
    name: 'source-imports-no-tests',
    from: { path: '^packages/', pathNot: test },
    to: { path: test, pathNot: 'node_modules' },
  },
  {
    name: 'source-needs-no-dev-dependency',
    comment:
      'What the source imports, types too, is installed with the package, or comes within the built command.',
    from: { path: '^packages/[^/]+/src/', pathNot: test },
    to: {
      dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'],
      dependencyTypesNot: ['npm-peer'],
      pathNot:
        '/node_modules/(@inquirer|@modelcontextprotocol|cli-table3|csv-parse|csv-stringify|env-paths|eventsource-parser|yaml)/',
    },
  },
];

export default /** @satisfies {import('dependency-cruiser').IConfiguration} */ ({
  forbidden: [...architecture, ...layers, ...hygiene].map((rule) => ({
    ...rule,
    severity: /** @type {const} */ ('error'),
  })),
  options: {
    doNotFollow: { path: ['node_modules'] },
    exclude: { path: ['/dist/', '/\\.next/', '/next-env\\.d\\.ts$'] },
    tsPreCompilationDeps: true,
    combinedDependencies: false,
    enhancedResolveOptions: {
      conditionNames: ['@inrgate/source', 'import', 'require', 'node', 'default'],
      exportsFields: ['exports'],
      extensions: ['.ts', '.js', '.mjs', '.cjs', '.json'],
    },
  },
});
