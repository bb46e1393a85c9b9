import type { CheckLevel, GatewayProgress, GatewayReport } from '@inrgate/mock-gateway/checks';
import { type Command, Option } from 'commander';
import {
  addReportOptions,
  checkReportOptions,
  type ReportOptions,
  reportOf,
  tellReport,
} from '../../checking/report-options.ts';
import { oneOf } from '../../input/choices.ts';
import { onCall, type Session } from '../../session/session.ts';

interface Options extends ReportOptions {
  readonly level: CheckLevel;
}

const help = `
Asks the gateway at --base-url what the specification says how to answer, and tells of each clause of the table of conformance
whether it is held (pass), broken (fail), read in another way than the mock gateway reads it where the specification is silent
(warn), or not to be seen at this level (skip, with the reason).

  read-only  wrong signatures, unknown orders, methods, sizes, parameters. Makes no order and costs nothing: whatever is right
             has too small an amount, withdrawals have a wrong destination besides. At most four signatures are wrong, well
             below what locks an address; so not more than twice in ten minutes.

Sixty requests a minute are sent at most, as many as it takes to a gateway on this machine; a 429 is waited for.

Exit codes: 0 nothing is broken; 2 wrong usage; 3 no answer, or none of this API; 4 a clause is broken.

Examples:
  $ inrgate check gateway
  $ inrgate check gateway --base-url https://gateway.example/v3 --json
  $ inrgate check gateway --profile live --report junit --output gateway.xml`;

/** `inrgate check gateway`. */
export function register(command: Command): void {
  addReportOptions(
    command.addOption(
      oneOf(new Option('--level <level>', 'how far it goes').default('read-only'), ['read-only']),
    ),
  ).addHelpText('after', help);
  onCall<Options>(command, async (session, options) => {
    checkReportOptions(options);
    const { mchId, mchKey = '', mchSecret = '' } = await session.credentials('mchKey', 'mchSecret');
    const report = await reportOn(session, { ...options, keys: { mchId, mchKey, mchSecret } });
    const { host, pathname } = new URL(session.settings.baseUrl);
    const heading = `Gateway ${host}${pathname}, ${options.level}`;
    await tellReport(session.output, report, { name: 'inrgate check gateway', options, heading });
  });
}

interface Asked extends Options {
  readonly keys: { readonly mchId: string; readonly mchKey: string; readonly mchSecret: string };
}

async function reportOn(session: Session, { level, keys }: Asked): Promise<GatewayReport> {
  const { output, settings, signal } = session;
  const { checkGateway } = await import('@inrgate/mock-gateway/checks');
  const { baseUrl, legacyBaseUrl } = settings;
  if (legacyBaseUrl === undefined) output.note('note: no legacy base URL, so the legacy API is not checked');
  const progress = output.progress();
  const onProgress = ({ done, total, title, waiting }: GatewayProgress) => {
    const wait = waiting === null ? '' : `, waiting ${waiting} s`;
    progress.show(() => `${done}/${total} ${title}${wait}`);
    if (waiting !== null) progress.step(`waiting ${waiting} s, so that the gateway lets more through`);
  };
  const report = await reportOf(() =>
    checkGateway({ ...keys, baseUrl, legacyBaseUrl, level, signal, onProgress }),
  ).finally(() => progress.end());
  const { requests, wrongSignatures } = report;
  output.note(
    `note: ${requests} requests were sent; ${wrongSignatures} were answered as wrongly signed, and ten or so lock an address`,
  );
  return report;
}
