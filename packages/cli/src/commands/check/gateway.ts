import type { CheckGatewayOptions, CheckLevel, GatewayProgress, GatewayReport } from '@inrgate/conformance';
import { type Command, Option } from 'commander';
import { oneOf } from '../../input/choices.ts';
import { canAsk, confirm } from '../../input/prompts.ts';
import { readCount } from '../../input/value-readers.ts';
import type { Output } from '../../output/output.ts';
import { UsageError } from '../../output/usage-error.ts';
import { onCall, type Session } from '../../session/session.ts';
import {
  addReportOptions,
  checkReportOptions,
  type ReportOptions,
  reportOf,
  tellReport,
} from './report-options.ts';

interface Options extends ReportOptions {
  readonly level: CheckLevel;
  readonly payinAmount?: string;
  readonly payoutAmount?: string;
  readonly payoutUpi?: string;
  readonly requestsPerMinute?: number;
  readonly yes?: true;
}

const help = `
Sends requests to the gateway at --base-url and compares the responses with the specification. The report contains a result
for each rule:
  - pass: the gateway follows the rule
  - fail: the gateway violates the rule
  - warn: the specification does not define this case, and the gateway differs from the mock gateway
  - skip: the check did not test the rule; the report states the reason

Levels:
  - read-only: sends requests with wrong signatures, unknown order numbers, wrong methods, large bodies and invalid
    parameters. This level is free of charge and creates no orders. Every correctly signed order uses an amount below
    the minimum. Every payout also uses an invalid destination. The check sends at most four wrong signatures. A gateway
    locks an IP address after about ten wrong signatures, so run this level at most twice in ten minutes.
  - smallest: also creates real orders with the smallest amount. Unpaid pay-ins and links are free of charge. With
    --payout-upi, the check also creates one payout. You pay the amount and the fee of this payout. The command shows
    the cost and asks for confirmation. This level sends up to seven wrong signatures, so run it at most once in ten
    minutes.

The check sends at most 60 requests per minute to a remote gateway. If the gateway returns 429, the check waits for the time
in Retry-After.

Exit codes:
  0  No rule failed.
  2  Usage error.
  3  The gateway did not respond, or the server is not a gateway with this API.
  4  A rule failed.

Examples:
  $ inrgate check gateway
  $ inrgate check gateway --base-url https://gateway.example/v3 --json
  $ inrgate check gateway --profile live --report junit --output gateway.xml
  $ inrgate check gateway --profile live --level smallest --payout-upi shop@okhdfcbank`;

export function register(command: Command): void {
  command
    .addOption(oneOf(new Option('--level <level>', 'level of the check').default('read-only'), levels))
    .option(
      '--payin-amount <amount>',
      'amount of each pay-in; it must be within the limits of your account',
      '200.00',
    )
    .option('--payout-upi <id>', 'UPI ID that receives the payout of --level smallest')
    .option('--payout-amount <amount>', 'amount of the payout', '500.00')
    .option('--requests-per-minute <n>', 'maximum number of requests per minute', readCount)
    .option('--yes', 'create orders without confirmation');
  addReportOptions(command).addHelpText('after', help);
  onCall<Options>(command, async (session, options) => {
    await checkReportOptions(options);
    const { mchId, mchKey = '', mchSecret = '' } = await session.credentials('mchKey', 'mchSecret');
    const report = await reportOn(session, options, { mchId, mchKey, mchSecret });
    const { host, pathname } = new URL(session.settings.baseUrl);
    const heading = `Gateway ${host}${pathname}, ${options.level}`;
    await tellReport(session.output, report, { name: 'inrgate check gateway', options, heading });
  });
}

const levels: readonly CheckLevel[] = ['read-only', 'smallest'];

type Keys = Pick<CheckGatewayOptions, 'mchId' | 'mchKey' | 'mchSecret'>;

async function reportOn(session: Session, options: Options, keys: Keys): Promise<GatewayReport> {
  const { output, settings, signal } = session;
  const { checkGateway } = await import('@inrgate/conformance');
  const { baseUrl, legacyBaseUrl } = settings;
  const { level, payinAmount, payoutAmount, payoutUpi, requestsPerMinute } = options;
  const asked = {
    ...{ ...keys, baseUrl, legacyBaseUrl, level, payinAmount, payoutAmount, payoutUpi, requestsPerMinute },
    signal,
  };
  await agree(output, asked, options);
  if (legacyBaseUrl === undefined)
    output.note('note: the check skips the legacy API, because the legacy base URL is not set');
  const progress = output.progress();
  const onProgress = ({ done, total, title, waiting }: GatewayProgress) => {
    const wait = waiting === null ? '' : `, waiting ${waiting} s`;
    progress.show(() => `${done}/${total} ${title}${wait}`);
    if (waiting !== null) progress.step(`waiting ${waiting} s for the gateway's rate limit`);
  };
  const report = await reportOf(() => checkGateway({ ...asked, onProgress })).finally(() => progress.end());
  const { requests, wrongSignatures } = report;
  output.note(
    `note: sent ${requests} requests. The gateway rejected ${wrongSignatures} wrong signatures. About ten wrong signatures lock an IP address.`,
  );
  return report;
}

/** @throws {UsageError} unless the user agrees to the cost */
async function agree(output: Output, asked: CheckGatewayOptions, { level, yes }: Options): Promise<void> {
  const { gatewayCheckPlan } = await import('@inrgate/conformance');
  const plan = await reportOf(async () => gatewayCheckPlan(asked));
  if (plan.length === 0 || yes) return;
  if (!canAsk()) {
    const told = plan.join(' ');
    throw new UsageError(`without a terminal, --level ${level} requires --yes. ${told}`);
  }
  output.trouble(plan.join('\n'));
  if (!(await confirm('Start the check?', asked.signal)))
    throw new UsageError('cancelled before the first request');
}
