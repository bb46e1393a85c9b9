import type { CheckGatewayOptions, CheckLevel, GatewayProgress, GatewayReport } from '@inrgate/conformance';
import { type Command, Option } from 'commander';
import {
  addReportOptions,
  checkReportOptions,
  checkWritable,
  type ReportOptions,
  reportOf,
  tellReport,
  writeOut,
} from '../../checks/report-options.ts';
import { oneOf } from '../../input/choices.ts';
import { canAsk, confirm } from '../../input/prompts.ts';
import { readCount } from '../../input/value-readers.ts';
import type { Output } from '../../output/output.ts';
import { shellWord } from '../../output/shell-word.ts';
import { UsageError } from '../../output/usage-error.ts';
import { onCall, type Session } from '../../session/session.ts';

interface Options extends ReportOptions {
  readonly level: CheckLevel;
  readonly payinAmount?: string;
  readonly payoutAmount?: string;
  readonly payoutUpi?: string;
  readonly requestsPerMinute?: number;
  readonly saveSettings?: string;
  readonly yes?: true;
}

const help = `
Asks the gateway at --base-url what the specification says how to answer, and tells of each clause of the table of conformance
whether it is held (pass), broken (fail), read in another way than the mock gateway reads it where the specification is silent
(warn), or not to be seen at this level (skip, with the reason).

  read-only  wrong signatures, unknown orders, methods, sizes, parameters. Makes no order and costs nothing: whatever is right
             has too small an amount, withdrawals have a wrong destination besides. At most four signatures are wrong, well
             below what locks an address; so not more than twice in ten minutes.
  smallest   and real orders of the smallest amount: unpaid pay-ins and links, which cost nothing, and with --payout-upi one
             withdrawal, which costs its amount and the fee. Says what it costs, and asks.
  mock       and everything else, by the control API of a mock gateway: payments, failures, expiry, callbacks, retries,
             limits. With merchants of its own; but it moves the clock of the whole gateway. Says so, and asks.

Sixty requests a minute are sent at most, as many as it takes to a gateway on this machine; a 429 is waited for.

--save-settings writes what the gateway does otherwise than the mock gateway, where that has a setting, to a file: the
order validity, the USDT rate, the limits of pay-ins, and at the level mock late payments, failed callbacks, calls a minute
and the signature lock. A gateway behaves so with \`inrgate serve --config live.yaml\`. No key of the account is in it: the demo merchant has what the account has.

Exit codes: 0 nothing is broken; 2 wrong usage; 3 no answer, or none of this API; 4 a clause is broken.

Examples:
  $ inrgate check gateway
  $ inrgate check gateway --base-url https://gateway.example/v3 --json
  $ inrgate check gateway --profile live --report junit --output gateway.xml
  $ inrgate check gateway --profile live --level smallest --payout-upi shop@okhdfcbank --save-settings live.yaml
  $ inrgate check gateway --level mock --yes`;

/** `inrgate check gateway`. */
export function register(command: Command): void {
  command
    .addOption(oneOf(new Option('--level <level>', 'how far it goes').default('read-only'), levels))
    .option('--payin-amount <amount>', 'of the pay-ins, where the account has limits of its own', '200.00')
    .option('--payout-upi <id>', 'where the withdrawal of --level smallest goes')
    .option('--payout-amount <amount>', 'of the withdrawal', '500.00')
    .option('--requests-per-minute <n>', 'requests a minute', readCount)
    .option('--save-settings <file>', 'what makes a mock gateway behave as this one')
    .option('--yes', 'do not ask before orders are made, or the clock of a mock gateway is moved');
  addReportOptions(command).addHelpText('after', help);
  onCall<Options>(command, async (session, options) => {
    await checkReportOptions(options);
    if (options.saveSettings !== undefined) await checkWritable(options.saveSettings);
    const { mchId, mchKey = '', mchSecret = '' } = await session.credentials('mchKey', 'mchSecret');
    const report = await reportOn(session, options, { mchId, mchKey, mchSecret });
    if (options.saveSettings !== undefined) await saveSettings(session, options.saveSettings, report);
    const { host, pathname } = new URL(session.settings.baseUrl);
    const heading = `Gateway ${host}${pathname}, ${options.level}`;
    await tellReport(session.output, report, { name: 'inrgate check gateway', options, heading });
  });
}

const levels: readonly CheckLevel[] = ['read-only', 'smallest', 'mock'];

type Keys = Pick<CheckGatewayOptions, 'mchId' | 'mchKey' | 'mchSecret'>;

async function reportOn(session: Session, options: Options, keys: Keys): Promise<GatewayReport> {
  const { output, settings, signal } = session;
  const { checkGateway } = await import('@inrgate/conformance');
  const { baseUrl, legacyBaseUrl } = settings;
  const { level, payinAmount, payoutAmount, payoutUpi, requestsPerMinute } = options;
  const asked = {
    ...{ ...keys, baseUrl, legacyBaseUrl, level, payinAmount, payoutAmount, payoutUpi, requestsPerMinute },
    ...session.controlAddress(),
    signal,
  };
  await agree(output, asked, options);
  if (legacyBaseUrl === undefined) output.note('note: no legacy base URL, so the legacy API is not checked');
  const progress = output.progress();
  const onProgress = ({ done, total, title, waiting }: GatewayProgress) => {
    const wait = waiting === null ? '' : `, waiting ${waiting} s`;
    progress.show(() => `${done}/${total} ${title}${wait}`);
    if (waiting !== null) progress.step(`waiting ${waiting} s, so that the gateway lets more through`);
  };
  const report = await reportOf(() => checkGateway({ ...asked, onProgress })).finally(() => progress.end());
  const { requests, wrongSignatures } = report;
  output.note(
    `note: ${requests} requests were sent; ${wrongSignatures} were answered as wrongly signed, and ten or so lock an address`,
  );
  return report;
}

/** @throws {UsageError} unless whoever asks for it agrees to what it costs */
async function agree(output: Output, asked: CheckGatewayOptions, { level, yes }: Options): Promise<void> {
  const { gatewayCheckPlan } = await import('@inrgate/conformance');
  const plan = await reportOf(async () => gatewayCheckPlan(asked));
  if (plan.length === 0 || yes) return;
  if (!canAsk()) {
    const told = plan.join(' ');
    throw new UsageError(`--level ${level} needs --yes, since nobody can be asked: ${told}`);
  }
  output.trouble(plan.join('\n'));
  if (!(await confirm('Go on?', asked.signal))) throw new UsageError('cancelled: nothing was sent');
}

async function saveSettings({ output }: Session, file: string, report: GatewayReport): Promise<void> {
  const { settingsText } = await import('../../checks/settings-text.ts');
  await writeOut(file, settingsText(report));
  const isEmpty = Object.keys(report.config).length === 0;
  const start = `inrgate serve --config ${shellWord(file)}`;
  output.note(
    isEmpty
      ? `note: nothing differs that there is a setting for; ${file} is empty`
      : `note: a gateway behaves so with \`${start}\``,
  );
}
