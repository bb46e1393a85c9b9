import { countsOf } from '../findings/report.ts';
import { checkLevels } from '../rules/rule.ts';
import { type CheckGatewayOptions, setupOf } from './options.ts';
import { checksOf, type GatewayReport } from './report.ts';
import { Run, type Step } from './run.ts';
import { legacyParameters, linkOrders } from './steps/links.ts';
import { payinLimits, payinOrders } from './steps/payin-orders.ts';
import { payinParameters } from './steps/payin-parameters.ts';
import { payoutOrders, payoutParameters } from './steps/payouts.ts';
import { preflight } from './steps/preflight.ts';
import { addresses, bodies, signatures } from './steps/requests.ts';
import { Wire } from './wire.ts';

const steps: readonly Step[] = [
  ...[preflight, addresses, bodies, payinParameters, payoutParameters, legacyParameters, signatures],
  ...[payinOrders, payinLimits, payoutOrders, linkOrders],
];

/**
 * Checks a gateway. Sends requests and judges the responses by each rule.
 *
 * @throws {CheckError} for an invalid option, an unreachable server or a server without this API. Also thrown if the
 * gateway rejects the keys or the IP address
 */
export async function checkGateway(options: CheckGatewayOptions): Promise<GatewayReport> {
  const setup = setupOf(options);
  const { level, onProgress } = setup;
  const wanted = steps.filter((step) => checkLevels.indexOf(step.level) <= checkLevels.indexOf(level));
  let at = { done: 0, total: wanted.length, title: '' };
  const wire = new Wire(setup, (waiting) => onProgress?.({ ...at, waiting }));
  const run = new Run(setup, wire);
  for (const [done, { title, play }] of wanted.entries()) {
    at = { ...at, done, title };
    onProgress?.({ ...at, waiting: null });
    await play(run);
  }
  const { requests, wrongSignatures } = wire;
  const checks = checksOf(run.board, { level, legacy: setup.legacyBaseUrl !== null });
  return { ...countsOf(checks), level, requests, wrongSignatures, checks };
}
