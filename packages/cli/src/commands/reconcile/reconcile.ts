import type { KeyName } from '@inrgate/sdk/internal';
import type { ExitCode } from '../../output/exit-codes.ts';
import type { Session } from '../../session/session.ts';
import { askAll } from './ask.ts';
import { batchClient } from './batch-client.ts';
import type { BatchOptions } from './batch-options.ts';
import { BatchProgress } from './batch-progress.ts';
import { interruption } from './interruption.ts';
import { listColumns, listedOrders, type OrderType } from './list.ts';
import { readCsv } from './read-csv.ts';
import { reportRows } from './report-rows.ts';
import { resultColumns, resultRow } from './result-row.ts';
import { reportReconciled } from './summary.ts';
import { checkTarget, resultFile, writeCsv } from './write-csv.ts';

export interface ReconcileOptions extends BatchOptions {
  /** Default type of a row. */
  readonly type?: OrderType;
}

/**
 * Compares a merchant's list of orders with the gateway's orders.
 *
 * @throws {UsageError} only before the first query
 * @throws {GatewayError} if the gateway rejects the first query
 * @throws {Error} if the result file cannot be written, after the results are printed
 */
export async function reconcile(
  session: Session,
  file: string,
  options: ReconcileOptions,
): Promise<ExitCode> {
  const { orders, problems } = listedOrders(await readCsv(file, listColumns), options.type);
  const what = 'cannot be compared, so no order was queried';
  if (problems.length > 0) return reportRows(file, problems, { what }, session.output);
  const result = { file: options.output ?? resultFile(file, 'reconciled'), columns: resultColumns };
  await checkTarget(result);
  const types = new Set(orders.map(({ type }) => type));
  const progress = new BatchProgress(session.output.progress());
  const client = await batchClient(session, {
    requestsPerMinute: options.requestsPerMinute,
    progress,
    // Each type requires its own key (spec: Authentication 2).
    needed: (['payin', 'payout'] as const).filter((type) => types.has(type)).map((type) => keys[type]),
  });
  const { stop } = interruption();
  progress.begin(orders.length);
  const asked = await askAll(orders, {
    client,
    stop,
    wait: (ms, why) => progress.wait(ms, why, stop),
    onOrder: ({ mchOrderNo }, index) => progress.show(index, mchOrderNo),
  }).finally(() => progress.end());
  const unwritten = await writeCsv(result, asked.reconciled.map(resultRow)).catch((error: Error) => error);
  const code = reportReconciled({ file, ...asked, result: unwritten ? null : result.file }, session.output);
  if (unwritten) throw unwritten;
  return code;
}

const keys = { payin: 'mchKey', payout: 'mchSecret' } as const satisfies Record<OrderType, KeyName>;
