import { type ExitCode, exitCodes } from '../../output/exit-codes.ts';
import { alarm, type Output, printable } from '../../output/output.ts';
import { type Cell, limitedTable, table } from '../../output/table.ts';
import { type Asked, stopText } from './ask.ts';
import { type Finding, gatewayValue, type Reconciled } from './compare.ts';
import { comparedFields, orderTypes, type RowProblem } from './list.ts';

export function reportRows(file: string, problems: readonly RowProblem[], output: Output): ExitCode {
  const count = new Set(problems.map(({ line }) => line)).size;
  const rows = count === 1 ? 'one row' : `${count} rows`;
  const message = `${file}: ${rows} cannot be compared, so no order was queried`;
  output.failure({ error: 'invalid_rows', message, rows: problems }, () => {
    const lines = problems.map(
      ({ line, column, reason }) => `  line ${line}: ${column === null ? '' : `${column} `}${reason}`,
    );
    return [`${alarm('error:')} ${printable(message)}`, ...lines].join('\n');
  });
  return exitCodes.usage;
}

const ownColumns = ['line', 'type', 'mchOrderNo', 'result', 'differences'] as const;
export const resultColumns = [...ownColumns, ...comparedFields] as const;

export function resultRow(one: Reconciled): Readonly<Record<string, string | number>> {
  const { finding } = one;
  const gatewayText = (field: (typeof comparedFields)[number]) =>
    'order' in finding ? gatewayValue(finding.order, field) : '';
  return {
    ...ownCells(one),
    ...Object.fromEntries(comparedFields.map((field) => [field, gatewayText(field)])),
  };
}

function ownCells({ listed: { line, type, mchOrderNo }, finding }: Reconciled) {
  return { line, type, mchOrderNo, result: finding.kind, differences: detail(finding) };
}

function detail(finding: Finding): string {
  if (finding.kind === 'unknown') return finding.error;
  if (finding.kind === 'missing') return '';
  const { amount } = finding.order;
  return finding.differences
    .map(({ field, listed, gateway }) => {
      if (listed !== null) return `${field}: listed ${listed}, gateway ${gateway || 'nothing'}`;
      return `${field}: gateway ${gateway}${field === 'paidAmount' ? ` for the amount ${amount}` : ''}`;
    })
    .join('; ');
}

export interface Finished extends Asked {
  readonly file: string;
  readonly result: string | null;
}

const kinds = ['matching', 'differing', 'missing', 'unknown'] as const satisfies readonly Finding['kind'][];

export function reportReconciled({ file, result, reconciled, stop }: Finished, output: Output): ExitCode {
  const counts = countsOf(reconciled);
  const telling = reconciled.filter(({ finding }) => finding.kind !== 'matching');
  const statuses = Object.fromEntries(orderTypes.map((type) => [type, statusesOf(ofType(reconciled, type))]));
  output.data(
    { file, result, ...counts, statuses, stopped: stop ?? null, findings: telling.map(toJson) },
    () => {
      const statusRows = Object.entries(statuses).flatMap(([type, all]) =>
        Object.entries(all).map(([status, count]): readonly Cell[] => [type, status, count]),
      );
      return [
        countsTable(reconciled),
        ...(statusRows.length === 0 ? [] : [table(['type', 'status', 'orders'], statusRows)]),
        ...(telling.length === 0
          ? []
          : limitedTable(
              ownColumns,
              telling.map((one) => Object.values(ownCells(one))),
            )),
        ...(result === null ? [] : [`Result file: ${result}`]),
      ].join('\n\n');
    },
  );
  if (stop !== undefined) output.note(`stopped: ${stopText(stop)}`);
  if (counts.unknown !== 0) {
    output.note('The gateway did not respond for some orders. Run the command again.');
    return stop?.kind === 'refused' ? exitCodes.refused : exitCodes.noAnswer;
  }
  return telling.length === 0 ? exitCodes.done : exitCodes.failed;
}

function ofType(reconciled: readonly Reconciled[], type: string): readonly Reconciled[] {
  return reconciled.filter(({ listed }) => listed.type === type);
}

function countsOf(reconciled: readonly Reconciled[]) {
  const count = (kind: Finding['kind']) => reconciled.filter(({ finding }) => finding.kind === kind).length;
  const [matching, differing, missing, unknown] = kinds.map(count);
  return { orders: reconciled.length, matching, differing, missing, unknown };
}

function countsTable(reconciled: readonly Reconciled[]): string {
  const rows = orderTypes.map((type) => [type, ...Object.values(countsOf(ofType(reconciled, type)))]);
  return table(
    ['type', 'orders', ...kinds],
    rows.filter(([, total]) => total !== 0),
  );
}

function statusesOf(reconciled: readonly Reconciled[]): Readonly<Record<string, number>> {
  const found = reconciled.flatMap(({ finding }) => ('order' in finding ? [finding.order.status] : []));
  const counts = [...Map.groupBy(found, (status) => status)].map(([status, all]) => [status, all.length]);
  return Object.fromEntries(counts);
}

function toJson(one: Reconciled): object {
  const { differences: _, ...cells } = ownCells(one);
  const { finding } = one;
  return {
    ...cells,
    ...('order' in finding && { differences: finding.differences }),
    ...('error' in finding && { error: finding.error }),
  };
}
