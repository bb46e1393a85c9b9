import { existsSync } from 'node:fs';
import path from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const root = path.dirname(import.meta.dirname);

/**
 * The test files that take longest, and the longest quick files after them. They start first, because a long file that
 * starts last would run alone at the end. The other slow files follow, then the quick files. A fixed list is needed, because Vitest knows no durations in
 * a fresh clone.
 */
const longest = [
  'examples/language-tests/test/curl.slow.test.ts',
  'examples/language-tests/test/java.slow.test.ts',
  'scripts/docs/snippets/snippets.slow.test.ts',
  'scripts/docs/site/site.slow.test.ts',
  'packages/mock-gateway/test/scenarios/several-gateways.slow.test.ts',
  'packages/mock-gateway/test/scenarios/simulation/simulation.slow.test.ts',
  'packages/mock-gateway/test/scenarios/strikes/strikes.slow.test.ts',
  'scripts/installed/installed.slow.test.ts',
  'packages/mock-gateway/src/postgres/cluster/backend.slow.test.ts',
  'packages/mock-gateway/test/browser/dashboard.slow.test.ts',
  'packages/cli/test/mock.slow.test.ts',
  'packages/cli/test/check-webhook.slow.test.ts',
  'packages/cli/test/payout-import.slow.test.ts',
  'packages/cli/test/payout-import-kill.slow.test.ts',
  'packages/mock-gateway/test/scenarios/crashes/crashes.slow.test.ts',
  'packages/mock-gateway/test/wire/in-process.test.ts',
  'packages/mock-gateway/test/scenarios/check-callback.test.ts',
].map((file) => path.join(root, file));

/** Sorts the files like Vitest, but puts the longest files first. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const gone = longest.filter((file) => !existsSync(file));
    if (gone.length > 0) throw new Error(`${import.meta.filename} names what is not there: ${gone}`);
    const place = new Map(longest.map((file, at) => [path.normalize(file), at]));
    const placeOf = ({ moduleId }: TestSpecification) =>
      place.get(path.normalize(moduleId)) ?? longest.length + (moduleId.endsWith('.slow.test.ts') ? 0 : 1);
    return (await super.sort(files)).toSorted((one, other) => placeOf(one) - placeOf(other));
  }
}
