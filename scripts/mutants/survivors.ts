import { gatewayReasons } from './gateway-survivors.ts';
import type { Reason, Survivor } from './reason.ts';

export interface Score {
  readonly mutants: number;
  readonly tried: number;
  /** Number of mutants that the tests found. */
  readonly killed: number;
  /** Number of mutants that only the compiler rejects. */
  readonly rejected?: number;
  /** Seed of the draw, if any. */
  readonly seed?: number;
  readonly survivors: readonly Survivor[];
}

const isIn = (name: string, from: string, to: string) => (one: Survivor) =>
  one.file.endsWith(`/src/${name}.ts`) && one.from === from && one.to === to;
const lists = /\/domain\/(?:callback|history|merchant|settings)\.ts$/;

/** Reasons why known survivors need no test in their module. The first matching reason applies. */
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
    text: 'Equivalent: the code only searches the list for `done`.',
  },
  {
    applies: isIn('callbacks/verify', '[]', '["Stryker was here"]'),
    text: 'Equivalent, unless `Stryker was here` is the key of a callback.',
  },
  ...gatewayReasons,
  {
    applies: ({ file, to }) =>
      /\/(?:flat-parser|payout-request)\.ts$/.test(file) && to.includes('Stryker was here'),
    text: 'Equivalent: the value always exists. Only the compiler needs the default.',
  },
  {
    applies: ({ file, to }) =>
      /\/calls\/(?:caller|redact)\.ts$/.test(file) && to.includes('Stryker was here'),
    text: 'The mutant masks one more string, which no response contains.',
  },
  {
    applies: isIn('calls/redact', "part.startsWith('\\\\')", "part.endsWith('\\\\')"),
    text: 'Equivalent: a part consists of backslashes only, or contains no backslash.',
  },
  {
    applies: isIn('calls/retry-after', "text.endsWith('GMT')", "text.startsWith('GMT')"),
    text: 'Equivalent in V8, because V8 accepts a date that ends in `GMT GMT`.',
  },
  {
    applies: isIn('calls/retry', 'false', 'true'),
    text: 'Equivalent: no time remains for a retry, and an aborted call ends earlier.',
  },
  {
    applies: ({ file, from }) =>
      file.endsWith('/calls/transport.ts') && ['true', '{ once: true }'].includes(from),
    text: 'Equivalent: a signal aborts once.',
  },
  {
    applies: isIn('calls/envelope', "''", '"Stryker was here!"'),
    text: 'Equivalent: neither string is a number.',
  },
  {
    applies: isIn('calls/judge', 'false', 'true'),
    text: 'Equivalent: the code does not read `ok` of a rejected call.',
  },
  {
    applies: isIn('protocol/schemas/v3-requests', 'true', 'false'),
    text: 'A newer test of the parameters that show the destination kills this mutant. The score is older than the test.',
  },
  {
    applies: isIn('calls/hooks', "'a hook of the gateway client'", '""'),
    text: 'The tests of retries kill this mutant. The run does not load them again, because too many imports separate them.',
  },
  {
    applies: ({ file, from }) => file.endsWith('/calls/envelope.ts') && from.startsWith('/[:[,]'),
    text: 'A newer test of the digits of a response kills this mutant. The score is older than the test.',
  },
  {
    applies: isIn('doctor/difference', 'start < right.length', 'start <= right.length'),
    text: 'Equivalent: beyond its end, a list contains no value of the other list.',
  },
  {
    applies: isIn('doctor/hypotheses/fields', "text !== ''", 'true'),
    text: 'Equivalent: the search hashes a variant without an effect once.',
  },
  {
    applies: ({ file, to }) =>
      file.endsWith('/doctor/hypotheses/fields.ts') && to.includes('Stryker was here'),
    text: 'Equivalent: no parameter uses either name.',
  },
  {
    applies: isIn('doctor/hypotheses/fields', "'notify_url'", '""'),
    text: 'The mutant changes only the order of the search.',
  },
  {
    applies: ({ file, from }) =>
      file.endsWith('/doctor/hypotheses/texts.ts') && from.startsWith('/^(https?:'),
    text: 'Equivalent: the expression reads only strings that begin with the scheme.',
  },
  {
    applies: ({ file }) => file.endsWith('/doctor/search.ts'),
    text: 'The mutant changes only the size of the search. No test checks the exact limits.',
  },
  {
    applies: ({ file, from }) => file.endsWith('/doctor/hypotheses/escapes.ts') && /^\/\^.*\/$/.test(from),
    text: 'With the mutant, the search tries one more value. No test uses this value.',
  },
  {
    applies: isIn('doctor/pitfalls', "'unknown names'", '""'),
    text: 'A newer test of the titles of the pitfalls kills this mutant. The score is older than the test.',
  },
  {
    applies: isIn('doctor/hypotheses/empties', "field.text === ''", 'false'),
    text: 'The mutant matters only in a pair with a mistake that reads kept values. No test uses this pair.',
  },
  {
    applies: isIn('doctor/hypotheses/orders', "'signed in the order sent'", '""'),
    text: 'The mutant changes the detail of a title. No test reads this detail.',
  },
  {
    applies: isIn('doctor/hypotheses/nested', 'depthOf(text) > maxDepth', 'false'),
    text: 'No test uses a value above the maximum depth.',
  },
  {
    applies: isIn('doctor/hypotheses/orders', 'names.length > maxOrdered', 'names.length >= maxOrdered'),
    text: 'No test uses exactly seven parameters in an unknown order.',
  },
  {
    applies: ({ file, to }) => file.endsWith('/doctor/difference.ts') && to.includes('Stryker was here'),
    text: 'Equivalent: the code never uses this default, or later drops the empty part that the mutant adds.',
  },
  {
    applies: ({ file, to }) => lists.test(file) && ['""', '[]'].includes(to),
    text: 'The string is a value of an enumeration. Only a response schema of the control API repeats it.',
  },
];

/** Returns the reason why a survivor needs no test, or null. */
export function reasonOf(survivor: Survivor): string | null {
  return reasons.find(({ applies }) => applies(survivor))?.text ?? null;
}
