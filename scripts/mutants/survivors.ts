import { gatewayReasons } from './gateway-survivors.ts';

export interface Score {
  readonly mutants: number;
  readonly tried: number;
  /** By the tests. */
  readonly killed: number;
  /** Of the others, those that the compiler reports. */
  readonly rejected?: number;
  /** Of the draw, where fewer were tried than there are. */
  readonly seed?: number;
  readonly survivors: readonly Survivor[];
}

/** A mutant that neither a test of its module nor the compiler noticed. */
export interface Survivor {
  /** From the root. */
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

export interface Reason {
  readonly applies: (survivor: Survivor) => boolean;
  readonly text: string;
}

const isIn = (name: string, from: string, to: string) => (one: Survivor) =>
  one.file.endsWith(`/src/${name}.ts`) && one.from === from && one.to === to;
/** Lists of words that the control API and the OpenAPI document repeat. */
const lists = /\/domain\/(?:callback|history|merchant|settings)\.ts$/;

/** Why a known survivor needs no test in its module. The first that applies counts. */
const reasons: readonly Reason[] = [
  {
    applies: isIn('domain/deposit', "move === 'pay'", 'true'),
    text: 'Equivalent: an expired pay-in has no other move.',
  },
  {
    applies: isIn('domain/ledger', 'total + amount', 'total - amount'),
    text: 'Equivalent: the negated sum is zero for the same postings.',
  },
  {
    applies: isIn('callbacks/complete', 'delay > callbackTimeoutMs', 'delay >= callbackTimeoutMs'),
    text: 'Equivalent: no delay is as long as the callback timeout.',
  },
  {
    applies: isIn('callbacks/confirm', "''", '"Stryker was here!"'),
    text: 'Equivalent: neither string is an amount.',
  },
  {
    applies: isIn('callbacks/receive', '[]', '["Stryker was here"]'),
    text: 'Equivalent: the list is only searched for `done`.',
  },
  {
    applies: isIn('callbacks/verify', '[]', '["Stryker was here"]'),
    text: 'Equivalent unless a callback is signed with the key `Stryker was here`.',
  },
  ...gatewayReasons,
  {
    applies: ({ file, to }) =>
      /\/(?:flat-parser|payout-request)\.ts$/.test(file) && to.includes('Stryker was here'),
    text: 'Equivalent: the default is never used, because the compiler does not know that there is a value.',
  },
  {
    applies: ({ file, to }) =>
      /\/calls\/(?:caller|redact)\.ts$/.test(file) && to.includes('Stryker was here'),
    text: 'Masks one more string, which no response contains.',
  },
  {
    applies: isIn('calls/redact', "part.startsWith('\\\\')", "part.endsWith('\\\\')"),
    text: 'Equivalent: a part is a run of backslashes, or has none.',
  },
  {
    applies: isIn('calls/retry-after', "text.endsWith('GMT')", "text.startsWith('GMT')"),
    text: 'Equivalent in V8, which reads a date that ends in `GMT GMT`.',
  },
  {
    applies: isIn('calls/retry', 'false', 'true'),
    text: 'Equivalent: no time is left for a retry, and an aborted call ends before it.',
  },
  {
    applies: ({ file, from }) =>
      file.endsWith('/calls/transport.ts') && ['true', '{ once: true }'].includes(from),
    text: 'Equivalent: a signal is aborted once.',
  },
  {
    applies: isIn('calls/envelope', "''", '"Stryker was here!"'),
    text: 'Equivalent: neither string is a number.',
  },
  {
    applies: isIn('calls/judge', 'false', 'true'),
    text: 'Equivalent: a refusal does not read `ok`.',
  },
  {
    applies: isIn('protocol/schemas/v3-requests', 'true', 'false'),
    text: 'A test of the parameters that show the destination notices it. The test is younger than the score.',
  },
  {
    applies: isIn('calls/hooks', "'a hook of the gateway client'", '""'),
    text: 'The tests of retries notice it. They are too many imports away to be loaded again.',
  },
  {
    applies: ({ file, from }) => file.endsWith('/calls/envelope.ts') && from.startsWith('/[:[,]'),
    text: 'A test of the digits of a response notices it. The test is younger than the score.',
  },
  {
    applies: isIn('doctor/difference', 'start < right.length', 'start <= right.length'),
    text: 'Equivalent: beyond its end a list has no value that is in the other.',
  },
  {
    applies: isIn('doctor/hypotheses/fields', "text !== ''", 'true'),
    text: 'Equivalent: a variant without an effect is hashed once.',
  },
  {
    applies: ({ file, to }) =>
      file.endsWith('/doctor/hypotheses/fields.ts') && to.includes('Stryker was here'),
    text: 'Equivalent: no parameter has either name.',
  },
  {
    applies: isIn('doctor/hypotheses/fields', "'notify_url'", '""'),
    text: 'Changes the order of the search only.',
  },
  {
    applies: ({ file, from }) =>
      file.endsWith('/doctor/hypotheses/texts.ts') && from.startsWith('/^(https?:'),
    text: 'Equivalent: it reads only strings that begin with the scheme.',
  },
  {
    applies: ({ file }) => file.endsWith('/doctor/search.ts'),
    text: 'Changes the size of the search only. Its limits have no exact test.',
  },
  {
    applies: ({ file, from }) => file.endsWith('/doctor/hypotheses/escapes.ts') && /^\/\^.*\/$/.test(from),
    text: 'Tries one more value, which no test has.',
  },
  {
    applies: isIn('doctor/pitfalls', "'unknown names'", '""'),
    text: 'A test of the titles of the pitfalls notices it. The test is younger than the score.',
  },
  {
    applies: isIn('doctor/hypotheses/empties', "field.text === ''", 'false'),
    text: 'Matters only in a pair with a mistake that looks at kept values. No test has this pair.',
  },
  {
    applies: isIn('doctor/hypotheses/orders', "'signed in the order sent'", '""'),
    text: 'The detail of a title, which no test reads.',
  },
  {
    applies: isIn('doctor/hypotheses/nested', 'depthOf(text) > maxDepth', 'false'),
    text: 'No test has a value that is nested so deeply.',
  },
  {
    applies: isIn('doctor/hypotheses/orders', 'names.length > maxOrdered', 'names.length >= maxOrdered'),
    text: 'No test has exactly seven parameters in an unknown order.',
  },
  {
    applies: ({ file, to }) => file.endsWith('/doctor/difference.ts') && to.includes('Stryker was here'),
    text: 'No test has a run of pairs with this gap.',
  },
  {
    applies: ({ file, to }) => lists.test(file) && ['""', '[]'].includes(to),
    text: 'A value of an enumeration. Only a response schema of the control API repeats it.',
  },
];

/** The reason, or null for a survivor that needs a test or a reason. */
export function reasonOf(survivor: Survivor): string | null {
  return reasons.find(({ applies }) => applies(survivor))?.text ?? null;
}
