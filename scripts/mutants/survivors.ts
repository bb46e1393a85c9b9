export interface Score {
  readonly mutants: number;
  readonly tried: number;
  readonly killed: number;
  /** Of the draw, where fewer were tried than there are. */
  readonly seed?: number;
  readonly survivors: readonly Survivor[];
}

/** A mutant that no test of its module noticed. */
export interface Survivor {
  /** From the root. */
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

interface Reason {
  readonly applies: (survivor: Survivor) => boolean;
  readonly text: string;
}

const isIn = (name: string, from: string, to: string) => (one: Survivor) =>
  one.file.endsWith(`/domain/${name}.ts`) && one.from === from && one.to === to;
/** Lists of words that the control API and the OpenAPI document repeat. */
const lists = /\/domain\/(?:callback|history|merchant|settings)\.ts$/;

/** Why a known survivor needs no test in its module. The first that applies counts. */
const reasons: readonly Reason[] = [
  {
    applies: isIn('deposit', "move === 'pay'", 'true'),
    text: 'Equivalent: an expired pay-in has no other move.',
  },
  {
    applies: isIn('eligibility', "'INRUPI'", '""'),
    text: 'Equivalent: the function compares with `usdt` only.',
  },
  {
    applies: isIn('ledger', 'total + amount', 'total - amount'),
    text: 'Equivalent: the negated sum is zero for the same postings.',
  },
  {
    applies: ({ file, to }) => lists.test(file) && ['""', '[]'].includes(to),
    text: 'A list of words. The tests of the control API notice it, and they are not part of the module.',
  },
];

/** The reason, or null for a survivor that needs a test or a reason. */
export function reasonOf(survivor: Survivor): string | null {
  return reasons.find(({ applies }) => applies(survivor))?.text ?? null;
}
