/**
 * What is mutated, and the tests that have to notice: quick ones, that are about it. Patterns are from the root.
 * @type {Readonly<Record<string, { sources: readonly string[], tests: readonly string[] }>>}
 */
export const folders = {
  protocol: {
    sources: ['packages/sdk/src/protocol/{,schemas/}*.ts'],
    tests: [
      'packages/sdk/src/{protocol/{,schemas/},testing/}*.test.ts',
      'packages/sdk/src/callbacks/verify.test.ts',
    ],
  },
  doctor: {
    sources: ['packages/sdk/src/doctor/**/*.ts'],
    tests: [
      'packages/sdk/src/doctor/{,hypotheses/}*.test.ts',
      'packages/sdk/test/doctor/{base-string,coverage,explain-callback,explain-signature,hostile,shown,singles,ways}.test.ts',
    ],
  },
  domain: {
    sources: ['packages/mock-gateway/src/domain/*.ts'],
    tests: [
      'packages/mock-gateway/src/domain/*.test.ts',
      'packages/mock-gateway/test/scenarios/{callbacks,overview,states,test-callback,transitions}.test.ts',
    ],
  },
};
