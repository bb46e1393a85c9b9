/** A comparison in rounds. Each round measures our program first, then each peer. */
export interface Comparison {
  readonly name: string;
  readonly unit: string;
  /** Required ratio of our figure to the figure of the first peer. */
  readonly wanted: Aim;
  /** Number of rounds, lower for a measurement that takes minutes. */
  readonly rounds?: number;
  /** Prepares the measurement. */
  open(): Promise<Entrants>;
}

export type Aim = { readonly atLeast: number } | { readonly atMost: number };

export interface Entrants {
  /**
   * Functions that measure once. Each measurement takes a large part of a second or longer. The first function measures
   * our program.
   */
  readonly measures: readonly (readonly [name: string, measure: () => Promise<number>])[];
  close(): Promise<unknown>;
}

/** Measured medians of a comparison. */
export interface Result {
  readonly name: string;
  readonly unit: string;
  readonly wanted: Aim;
  readonly met: boolean;
  /** Figures of the entrants, beginning with our program. */
  readonly entrants: readonly Figure[];
}

interface Figure {
  readonly name: string;
  readonly figure: number;
  /** Our figure divided by the figure of this entrant, as the median over the rounds. */
  readonly ratio: number;
}

export async function compare({ name, unit, wanted, rounds = 9, open }: Comparison): Promise<Result> {
  const { measures, close } = await open();
  try {
    // Ignore the first round, because it includes opening connections and compiling code.
    for (const [, measure] of measures) await measure();
    const figures: number[][] = measures.map(() => []);
    for (let round = 0; round < rounds; round++) {
      for (const [entrant, [, measure]] of measures.entries()) figures[entrant]?.push(await measure());
    }
    const ours = figures[0] ?? [];
    const entrants = measures.map(([who], entrant) => {
      const theirs = figures[entrant] ?? [];
      return { name: who, figure: median(theirs), ratio: median(divided(ours, theirs)) };
    });
    return { name, unit, wanted, met: meets(entrants[1]?.ratio ?? Number.NaN, wanted), entrants };
  } finally {
    await close();
  }
}

/** Creates a result from a single measurement in another process. */
export function against(
  what: Pick<Result, 'name' | 'unit'>,
  ours: number,
  [peer, theirs]: readonly [name: string, figure: number],
  atMost: number,
): Result {
  const ratio = ours / theirs;
  const entrants = [
    { name: 'gateway', figure: ours, ratio: 1 },
    { name: peer, figure: theirs, ratio },
  ];
  return { ...what, wanted: { atMost }, met: ratio <= atMost, entrants };
}

/** Formats a result for the terminal. */
export function told({ name, unit, wanted, met, entrants }: Result): string {
  const lines = entrants.map(({ name: who, figure, ratio }, entrant) => {
    const beside = entrant === 0 ? '' : `, ratio of ours to it ${ratio.toFixed(2)}`;
    const limit = entrant === 1 ? ` (wanted: ${toldAim(wanted)})` : '';
    return `  ${who}: ${Number(figure.toPrecision(4))} ${unit}${beside}${limit}`;
  });
  return [`${name}: ${met ? 'as wanted' : 'NOT as wanted'}`, ...lines].join('\n');
}

export function toldAim(wanted: Aim): string {
  return 'atLeast' in wanted ? `${wanted.atLeast} or more` : `${wanted.atMost} or less`;
}

function divided(ours: readonly number[], theirs: readonly number[]): readonly number[] {
  return ours.map((figure, round) => figure / (theirs[round] ?? Number.NaN));
}

/** Returns the median. For an even number of figures, returns the upper of the two middle figures. */
export function median(figures: readonly number[]): number {
  return figures.toSorted((a, b) => a - b)[figures.length >> 1] ?? Number.NaN;
}

function meets(ratio: number, wanted: Aim): boolean {
  return 'atLeast' in wanted ? ratio >= wanted.atLeast : ratio <= wanted.atMost;
}
