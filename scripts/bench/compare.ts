/** What is compared, in rounds: ours, then each peer, then ours again, and so on, all in one run. */
export interface Comparison {
  readonly name: string;
  readonly unit: string;
  /** What ours divided by the first peer has to be. */
  readonly wanted: { readonly atLeast: number } | { readonly atMost: number };
  /** Makes ready what is measured. */
  open(): Promise<Entrants>;
}

export interface Entrants {
  /** Each measures once, for a good fraction of a second. Ours is the first one; peers are told apart by name. */
  readonly measures: readonly (readonly [name: string, measure: () => Promise<number>])[];
  close(): Promise<unknown>;
}

const rounds = 9;

/** Runs a comparison and prints its medians. @returns whether the ratio is what is wanted */
export async function compare({ name, unit, wanted, open }: Comparison): Promise<boolean> {
  const { measures, close } = await open();
  try {
    // Once without counting: connections are opened, code is compiled.
    for (const [, measure] of measures) await measure();
    const figures: number[][] = measures.map(() => []);
    for (let round = 0; round < rounds; round++) {
      for (const [entrant, [, measure]] of measures.entries()) figures[entrant]?.push(await measure());
    }
    const ratios = figures.map((theirs) => median(divided(figures[0] ?? [], theirs)));
    const met = meets(ratios[1] ?? Number.NaN, wanted);
    console.log(`${name}: ${met ? 'as wanted' : 'NOT as wanted'}`);
    for (const [entrant, [who]] of measures.entries()) {
      const figure = median(figures[entrant] ?? []).toPrecision(4);
      const ratio =
        entrant === 0 ? '' : `, ratio of ours to it ${(ratios[entrant] ?? Number.NaN).toFixed(2)}`;
      const limit = entrant === 1 ? ` (wanted: ${told(wanted)})` : '';
      console.log(`  ${who}: ${Number(figure)} ${unit}${ratio}${limit}`);
    }
    return met;
  } finally {
    await close();
  }
}

function divided(ours: readonly number[], theirs: readonly number[]): readonly number[] {
  return ours.map((figure, round) => figure / (theirs[round] ?? Number.NaN));
}

function median(figures: readonly number[]): number {
  return figures.toSorted((a, b) => a - b)[figures.length >> 1] ?? Number.NaN;
}

function meets(ratio: number, wanted: Comparison['wanted']): boolean {
  return 'atLeast' in wanted ? ratio >= wanted.atLeast : ratio <= wanted.atMost;
}

function told(wanted: Comparison['wanted']): string {
  return 'atLeast' in wanted ? `${wanted.atLeast} or more` : `${wanted.atMost} or less`;
}
