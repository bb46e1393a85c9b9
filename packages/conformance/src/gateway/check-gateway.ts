import { countsOf } from '../findings/report.ts';
import { checkLevels } from '../rules/rule.ts';
import { Stage } from './mock/stage.ts';
import { configOf } from './observed.ts';
import { type CheckGatewayOptions, type GatewaySetup, setupOf } from './options.ts';
import { checksOf, type GatewayReport } from './report.ts';
import { Run } from './run.ts';
import { steps } from './steps.ts';
import { Wire } from './wire.ts';

/**
 * Checks a gateway. Sends requests and judges the responses by each rule.
 *
 * @throws {CheckError} for an invalid option, an unreachable server or a server without this API. Also thrown if the
 * gateway rejects the keys or the IP address
 */
export async function checkGateway(options: CheckGatewayOptions): Promise<GatewayReport> {
  const setup = setupOf(options);
  if (setup.level !== 'mock') return played(setup, null);
  const stage = await Stage.open(setup);
  try {
    const keys = await stage.merchant({ balance: '100000.00' });
    return await played({ ...setup, ...keys, payoutUpi: 'inrgate-check@upi' }, stage);
  } finally {
    stage.close();
  }
}

async function played(setup: GatewaySetup, stage: Stage | null): Promise<GatewayReport> {
  const { level, onProgress } = setup;
  const wanted = steps.filter((step) => checkLevels.indexOf(step.level) <= checkLevels.indexOf(level));
  let at = { done: 0, total: wanted.length, title: '' };
  const wire = new Wire(setup, {
    onWait: (waiting) => onProgress?.({ ...at, waiting }),
    passTime: stage === null ? undefined : (seconds) => stage.advance(`${seconds}s`),
  });
  const run = new Run(setup, wire, stage);
  for (const [done, { title, play }] of wanted.entries()) {
    at = { ...at, done, title };
    onProgress?.({ ...at, waiting: null });
    await play(run);
  }
  const { requests, wrongSignatures } = wire;
  const checks = checksOf(run.board, level, { legacy: setup.legacyBaseUrl !== null });
  const config = configOf(run.observed);
  return { ...countsOf(checks), level, requests, wrongSignatures, config, checks };
}
