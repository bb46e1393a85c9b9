import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Tests read the packages' source through the `@inrgate/source` condition, so no build is needed. */
export const source = {
  resolve: { conditions: ['@inrgate/source'] },
  // Vitest passes these on to Node as --conditions: with `import` among them, `require` of a package that has both
  // (is-promise, in Express) would load its ES module.
  ssr: { resolve: { conditions: ['@inrgate/source', 'node'] } },
};

const tests = '**/*.test.ts';
/** The suites that `npm test` runs and `npm run check` leaves out. */
const slow = '**/*.slow.test.ts';
/** The long forms of tests that draw at random, for hours: `npm run test:long` alone runs them. */
const long = '**/*.long.test.ts';
/** Quick tests of the command. They need its build. */
const cli = 'packages/cli/**/*.test.ts';
const exclude = [...configDefaults.exclude, '**/dist/**'];
/** Builds the command that the process tests run. */
const command = `${import.meta.dirname}/packages/cli/test/build.ts`;
/** Saves the tests that run Python the start of a version manager. */
const python = `${import.meta.dirname}/test/direct-python.ts`;

// Not isolated: the source has no state at module level, and loading it anew for each file takes longer than testing it.
// For the same reason the quick tests of all packages share a project, and in `npm test` the slow ones too: a project
// loads the source in processes of its own.
const quick = [
  {
    name: 'quick',
    include: [tests],
    exclude: [...exclude, slow, long, cli],
    globalSetup: python,
    isolate: false,
  },
  {
    name: 'cli',
    include: [cli],
    exclude: [...exclude, slow, long],
    globalSetup: command,
    isolate: false,
  },
];
const globalSetup = [command, python];
const onRequest = [
  { name: 'slow', include: [slow], exclude, globalSetup, isolate: false },
  {
    name: 'quick-and-slow',
    include: [tests],
    exclude: [...exclude, long],
    globalSetup,
    isolate: false,
  },
  { name: 'long', include: [long], exclude, globalSetup, testTimeout: 6 * 3_600_000 },
];
/** Starts the slow suites first, because a long one that started last would run alone at the end. */
class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isSlow = ({ moduleId }: TestSpecification) => moduleId.endsWith('.slow.test.ts');
    const sorted = await super.sort(files);
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))];
  }
}

/** `vitest run FOLDER` runs quick tests: a slow or long suite is asked for with `--project`. */
const isNamed = process.argv.some((argument) => argument.startsWith('--project'));

export default defineConfig({
  test: {
    // Three more than there are cores: many tests wait, for a browser, a server, a command or a time that runs out.
    maxWorkers: availableParallelism() + 3,
    sequence: { sequencer: SlowFirst },
    projects: [...quick, ...(isNamed ? onRequest : [])].map((suite) => ({
      ...source,
      test: {
        testTimeout: 600_000,
        hookTimeout: 300_000,
        // On a busy machine a second is nothing for what has to become so.
        expect: { poll: { timeout: 15_000 } },
        ...suite,
      },
    })),
  },
});
