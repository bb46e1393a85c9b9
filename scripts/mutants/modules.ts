/** What is scored, and the quick tests that have to notice. Patterns are from the root. */
export interface Module {
  readonly sources: readonly string[];
  /** Besides those that stand with the sources. */
  readonly tests: readonly string[];
  /** What has to be noticed, in percent. */
  readonly enough: number;
}

const sdk = 'packages/sdk';
const gateway = 'packages/mock-gateway';
const wire = `${gateway}/test/wire/in-process.test.ts`;
const scenarios = `${gateway}/test/{conformance,scenarios}/*.test.ts`;

export const modules: Readonly<Record<string, Module>> = {
  protocol: {
    sources: [`${sdk}/src/protocol/**/*.ts`],
    tests: [`${sdk}/src/{testing,callbacks}/*.test.ts`],
    enough: 95,
  },
  doctor: {
    sources: [`${sdk}/src/doctor/**/*.ts`],
    tests: [`${sdk}/test/doctor/{base-string,coverage,explain-*,hostile,shown,singles,ways}.test.ts`],
    enough: 90,
  },
  calls: { sources: [`${sdk}/src/calls/*.ts`], tests: [`${sdk}/test/*.test.ts`], enough: 90 },
  receiving: {
    sources: [`${sdk}/src/callbacks/*.ts`],
    tests: [`${sdk}/test/callbacks/*.test.ts`],
    enough: 90,
  },
  domain: {
    sources: [`${gateway}/src/domain/*.ts`],
    tests: [`${gateway}/test/scenarios/{callbacks,overview,states,test-callback,transitions}.test.ts`],
    enough: 95,
  },
  operations: { sources: [`${gateway}/src/operations/*.ts`], tests: [wire, scenarios], enough: 90 },
  http: { sources: [`${gateway}/src/http/**/*.ts`], tests: [wire, scenarios], enough: 90 },
  control: { sources: [`${gateway}/src/control/*.ts`], tests: [scenarios], enough: 90 },
  callbacks: { sources: [`${gateway}/src/callbacks/*.ts`], tests: [scenarios], enough: 90 },
  clock: { sources: [`${gateway}/src/clock/*.ts`], tests: [scenarios], enough: 90 },
  limits: { sources: [`${gateway}/src/limits/*.ts`], tests: [wire, scenarios], enough: 90 },
  faults: { sources: [`${gateway}/src/faults/*.ts`], tests: [scenarios], enough: 90 },
};
