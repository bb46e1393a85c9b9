import type { CreateRow, WorkJson } from './works.ts';

/**
 * Works as the database is asked for them: creates that stand side by side are one, which is answered for each. No two of
 * those have one number, by which their answers are told apart.
 */
export function asked(works: readonly WorkJson[]): readonly WorkJson[] {
  const found: WorkJson[] = [];
  let creates: Creates | null = null;
  for (const work of works) {
    const { deposit } = work;
    if (deposit === undefined) {
      creates = null;
      found.push(work);
    } else if (creates !== null && goesWith(creates, work, deposit)) {
      creates.deposits.push(deposit);
    } else {
      const first: Creates = { do: 'creates', era: work.era, deposits: [deposit] };
      found.push(first);
      creates = first;
    }
  }
  return found;
}

interface Creates extends WorkJson {
  readonly deposits: CreateRow[];
}

function goesWith(creates: Creates, { era }: WorkJson, { order_no: orderNo }: CreateRow): boolean {
  return creates.era === era && creates.deposits.every((deposit) => deposit.order_no !== orderNo);
}
