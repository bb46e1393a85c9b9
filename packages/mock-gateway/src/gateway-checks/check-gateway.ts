import { countsOf } from '../checks/webhook/report.ts';
import { checkLevels } from './clause.ts';
import { type CheckGatewayOptions, setupOf } from './options.ts';
import { checksOf, type GatewayReport } from './report.ts';
import { Run } from './run.ts';
import { steps } from './steps.ts';
import { Wire } from './wire.ts';

/**
 * Asks a gateway what the specification says how to answer, and tells of each clause whether it is held.
 *
 * @throws {CheckError} for a wrong option; when nobody answers, or nobody of this API; when the gateway refuses the keys or
 *   the address whatever is asked
 */
export async function checkGateway(options: CheckGatewayOptions): Promise<GatewayReport> {
  const setup = setupOf(options);
  const { level, onProgress } = setup;
  const played = steps.filter((step) => checkLevels.indexOf(step.level) <= checkLevels.indexOf(level));
  let at = { done: 0, total: played.length, title: '' };
  const wire = new Wire(setup, (waiting) => onProgress?.({ ...at, waiting }));
  const run = new Run(setup, wire);
  for (const [done, { title, play }] of played.entries()) {
    at = { ...at, done, title };
    onProgress?.({ ...at, waiting: null });
    await play(run);
  }
  const checks = checksOf(run.board, level, { legacy: setup.legacyBaseUrl !== null });
  return {
    ...countsOf(checks),
    ...{ level, requests: wire.requests, wrongSignatures: wire.wrongSignatures, checks },
  };
}
