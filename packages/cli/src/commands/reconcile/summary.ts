import { type ExitCode, exitCodes } from '../../output/exit-codes.ts';
import type { Output } from '../../output/output.ts';
import { limitedTable, table } from '../../output/table.ts';
import type { Finding, Reconciled } from './compare.ts';
import { type OrderType, orderTypes } from './list.ts';
import { detail } from './result-row.ts';
import { type BatchStop, stopText } from './stop.ts';

export interface Finished {
  readonly file: string;
  /** Result file, or null if it could not be written. */
  readonly result: string | null;
  readonly reconciled: readonly Reconciled[];
  readonly stop: BatchStop | undefined;
}

const kinds = ['matching', 'differing', 'missing', 'unknown'] as const satisfies readonly Finding['kind'][];

/** Reports the matching and differing orders, and returns the exit code. */
export function reportReconciled(finished: Finished, output: Output): ExitCode {
  const { file, result, reconciled, stop } = finished;
  const count = (kind: Finding['kind']) => reconciled.filter(({ finding }) => finding.kind === kind).length;
  const [matching, differing, missing, unknown] = kinds.map(count);
  const telling = reconciled.filter(({ finding }) => finding.kind !== 'matching');
  output.data(
    {
      file,
      result,
      orders: reconciled.length,
      matching,
      differing,
      missing,
      unknown,
      statuses: Object.fromEntries(orderTypes.map((type) => [type, statusesOf(reconciled, type)])),
      stopped: stop ?? null,
      findings: telling.map(toJson),
    },
    () => {
      const written = result === null ? [] : [`Result file: ${result}`];
      return [
        countsTable(reconciled),
        ...statusesTable(reconciled),
        ...findingsTable(telling),
        ...written,
      ].join('\n\n');
    },
  );
  if (stop !== undefined) output.note(`stopped: ${stopText(stop)}`);
  if (unknown !== 0) {
    output.note('The gateway did not respond for some orders. Run the command again.');
    return stop?.kind === 'refused' ? exitCodes.refused : exitCodes.noAnswer;
  }
  return telling.length === 0 ? exitCodes.done : exitCodes.failed;
}

function toJson({ listed, finding }: Reconciled): object {
  const { line, type, mchOrderNo } = listed;
  const facts = 'order' in finding ? { differences: finding.differences } : {};
  return {
    line,
    type,
    mchOrderNo,
    result: finding.kind,
    ...facts,
    ...('error' in finding && { error: finding.error }),
  };
}

function countsTable(reconciled: readonly Reconciled[]): string {
  const rows = orderTypes.map((type) => {
    const own = reconciled.filter(({ listed }) => listed.type === type);
    return [
      type,
      own.length,
      ...kinds.map((kind) => own.filter(({ finding }) => finding.kind === kind).length),
    ];
  });
  return table(
    ['type', 'orders', ...kinds],
    rows.filter(([, total]) => total !== 0),
  );
}

function statusesOf(reconciled: readonly Reconciled[], type: OrderType): Readonly<Record<string, number>> {
  const found = reconciled.flatMap(({ listed, finding }) =>
    listed.type === type && 'order' in finding ? [finding.order.status] : [],
  );
  const counts = [...Map.groupBy(found, (status) => status)].map(([status, all]) => [status, all.length]);
  return Object.fromEntries(counts);
}

function statusesTable(reconciled: readonly Reconciled[]): readonly string[] {
  const rows = orderTypes.flatMap((type) =>
    Object.entries(statusesOf(reconciled, type)).map(([status, count]) => [type, status, count]),
  );
  return rows.length === 0 ? [] : [table(['type', 'status', 'orders'], rows)];
}

function findingsTable(telling: readonly Reconciled[]): readonly string[] {
  if (telling.length === 0) return [];
  return limitedTable(
    ['line', 'type', 'mchOrderNo', 'result', 'differences'],
    telling.map(({ listed: { line, type, mchOrderNo }, finding }) => [
      line,
      type,
      mchOrderNo,
      finding.kind,
      detail(finding),
    ]),
  );
}
