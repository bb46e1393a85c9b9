import { defineConfig } from 'vitest/config';

/** Tests read the packages' source through the `@inrgate/source` condition, so no build is needed. */
const source = {
  resolve: { conditions: ['@inrgate/source'] },
  ssr: { resolve: { conditions: ['@inrgate/source', 'node'] } },
};

/** The suites of `npm test` that `npm run check` leaves out. */
const slow = '**/*.slow.test.ts';

const suites = [
  { name: 'sdk', root: 'packages/sdk' },
  { name: 'mock-gateway', root: 'packages/mock-gateway' },
  { name: 'cli', root: 'packages/cli' },
  { name: 'examples', root: 'examples' },
  { name: 'repository', root: 'scripts' },
];

export default defineConfig({
  test: {
    projects: [
      ...suites.map((suite) => ({
        ...source,
        test: { ...suite, include: ['**/*.test.ts'], exclude: [slow, '**/node_modules/**', '**/dist/**'] },
      })),
      {
        ...source,
        test: {
          name: 'slow',
          include: [slow],
          exclude: ['**/node_modules/**', '**/dist/**'],
          testTimeout: 60_000,
        },
      },
    ],
  },
});
