import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { hasRuntimes } from '../../../test/runtimes.ts';
import { pages, root } from '../site/pages.ts';
import { problemsOfTypes } from './compile.ts';
import { fencesIn } from './fences.ts';
import { follow, runtimesOf } from './follow.ts';
import { Workshop } from './workshop.ts';

/** Generated pages, which the test next to their generator compares. */
const generated = /^<!-- written by /;

const read = (source: string) => readFileSync(path.join(root, source), 'utf8');
const sources = ['README.md', 'skills/inrgate/SKILL.md', ...pages().map(({ source }) => source)].filter(
  (source) => !source.startsWith('docs/reference/api/') && !generated.test(read(source)),
);
const withFences = sources.filter((source) => fencesIn(read(source)).length > 0);

describe('the snippets of a page', () => {
  for (const source of withFences) {
    it.runIf(hasRuntimes(...runtimesOf(read(source))))(
      `the snippets of ${source} produce the results on the page`,
      async () => {
        // A tutorial's reader has only the files of the tutorial, so no set-up helps.
        const workshop = await Workshop.open({ isSetUp: !source.startsWith('docs/tutorial/') });
        onTestFinished(() => workshop.close());
        await follow(read(source), workshop);
      },
    );
  }
});

it('every TypeScript snippet compiles', async () => {
  const workshop = await Workshop.open();
  onTestFinished(() => workshop.close());
  const all = new Map(withFences.map((source) => [source, fencesIn(read(source))]));
  expect(problemsOfTypes(all, workshop.folder)).toEqual([]);
});
