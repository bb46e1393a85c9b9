import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
import { LongestFirst } from './scripts/longest-first.ts';

/** Tests read the packages' source through the `@inrgate/source` condition, so no build is needed. */
export const source = {
  resolve: { conditions: ['@inrgate/source'] },
  // Vitest passes these on to Node as --conditions: with `import` among them, `require` of a package that has both
  // (is-promise, in Express) would load its ES module.
  ssr: { resolve: { conditions: ['@inrgate/source', 'node'] } },
};

/** The suites that `npm test` runs and `npm run check` leaves out. */
const slow = '**/*.slow.test.ts';
/** Those among them that need the gateway's modules anew: they replace its timers before it is loaded. */
const apart = ['**/simulation.slow.test.ts'];
/** The long forms of tests that draw at random, for hours: `npm run test:long` alone runs them. */
const long = '**/*.long.test.ts';
/** How long what has to become so is looked for, ms: on a busy machine a second is nothing. */
const patient = { poll: { timeout: 15_000 } };
const exclude = [...configDefaults.exclude, '**/dist/**'];
/** Quick suites' files that take longest. `npm run check` leaves them out. */
const longest =
  process.env['INRGATE_LONGEST'] === 'no'
    ? [
        'test/doctor/{explain-signature,hostile,pairs,random,singles,steps}.test.ts',
        '{test/{hostile,spellings},src/calls/redact}.test.ts',
        'test/{advice,check-shop,mcp,mcp-keys,serve,trigger}.test.ts',
        'src/payout-import/rows.test.ts',
        'test/{exchanges,gateway-checker}/deviations.test.ts',
        'test/gateway-checker/check-gateway.test.ts',
        'src/webhook/{check-webhook,endpoint-mutants}.test.ts',
        'test/sdk/{creating,histories,reading,recovering,round-trip,spellings}.test.ts',
        'test/access/{exposed,own-callbacks}.test.ts',
        'test/scenarios/{kept-memory,reset,simulated-day}.test.ts',
        'src/store/sqlite/failed-upgrade.test.ts',
        '{languages,mutants,rooms/rooms,writing/writing}.test.ts',
      ]
    : [];

/** Builds the command that the process tests run. */
const globalSetup = `${import.meta.dirname}/packages/cli/test/build.ts`;
/** Saves the tests that run Python the start of a version manager. */
const python = `${import.meta.dirname}/test/direct-python.ts`;
/** Starts the server in which each file of the slow and long suites creates its own database. */
const database = `${import.meta.dirname}/test/shared-postgres.ts`;

// Not isolated: the source has no state at module level, and loading it anew for each file takes longer than testing it.
const suites = [
  { name: 'sdk', root: 'packages/sdk', isolate: false },
  { name: 'conformance', root: 'packages/conformance', isolate: false },
  { name: 'mock-gateway', root: 'packages/mock-gateway', isolate: false },
  { name: 'cli', root: 'packages/cli', globalSetup, isolate: false },
  { name: 'examples', root: 'examples', globalSetup: python, isolate: false },
  { name: 'repository', root: 'scripts', isolate: false },
];

const onRequest = [
  { name: 'slow', include: [slow], exclude: [...exclude, ...apart], isolate: false, testTimeout: 600_000 },
  { name: 'apart', include: apart, exclude, testTimeout: 600_000 },
  { name: 'long', include: [long], exclude, testTimeout: 6 * 3_600_000 },
];
/** `vitest run FOLDER` runs quick tests: a slow or long suite is asked for with `--project`. */
const isNamed = process.argv.some((argument) => argument.startsWith('--project'));

export default defineConfig({
  test: {
    // Two more than there are cores: many tests wait, for a browser, a server, a command or a time that runs out.
    maxWorkers: availableParallelism() + 2,
    sequence: { sequencer: LongestFirst },
    projects: [
      ...suites.map((suite) => ({
        ...source,
        test: {
          ...suite,
          include: ['**/*.test.ts'],
          exclude: [...exclude, ...longest, slow, long],
          testTimeout: 300_000,
          hookTimeout: 300_000,
          expect: patient,
        },
      })),
      ...(isNamed ? onRequest : []).map((suite) => ({
        ...source,
        test: {
          ...suite,
          globalSetup: [globalSetup, database, python],
          hookTimeout: 300_000,
          expect: patient,
        },
      })),
    ],
  },
});
