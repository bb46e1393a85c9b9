import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { hasRuntimes } from '../../../test/runtimes.ts';
import { pages, root } from '../site/pages.ts';
import { problemsOfTypes } from './compile.ts';
import { fencesIn, wantedGateway } from './fences.ts';
import { follow, runtimesOf } from './follow.ts';
import { type Commands, Shared } from './shared.ts';
import { Workshop } from './workshop.ts';

/** Matches generated pages, because the test next to their generator already compares them. */
const generated = /^<!-- written by /;

const read = (source: string) => readFileSync(path.join(root, source), 'utf8');
const sources = ['README.md', 'release/SKILL.md', ...pages().map(({ source }) => source)].filter(
  (source) => !source.startsWith('docs/reference/api/') && !generated.test(read(source)),
);
const withFences = sources.filter((source) => fencesIn(read(source)).length > 0);

/** Tests the snippets of all pages. */
export function describePages(commands: Commands): void {
  let shared: Shared;
  beforeAll(async () => {
    shared = await Shared.make(commands);
  });
  afterAll(() => shared.close());

  describe('the snippets of a page', () => {
    for (const source of withFences) {
      it.runIf(hasRuntimes(...runtimesOf(read(source))))(
        `the snippets of ${source} produce the results on the page`,
        async () => {
          const workshop = await Workshop.open(shared, {
            // Do not set up the environment, because a reader of the tutorial has only the files of the tutorial.
            isSetUp: !source.startsWith('docs/tutorial/'),
            gateway: wantedGateway(read(source)) === 'shared',
          });
          onTestFinished(() => workshop.close());
          await follow(read(source), workshop);
        },
      );
    }
  });

  it('every TypeScript snippet compiles', async () => {
    const workshop = await Workshop.open(shared);
    onTestFinished(() => workshop.close());
    const all = new Map(withFences.map((source) => [source, fencesIn(read(source))]));
    const { files, problems } = await problemsOfTypes(all, workshop.folder);
    expect(files).toBeGreaterThan(30);
    expect(problems).toBe('');
  });
}
