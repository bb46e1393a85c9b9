import type {
  CheckedKind,
  CheckProgress,
  CheckWebhookOptions,
  WebhookReport,
} from '@inrgate/mock-gateway/checks';
import { type Command, Option } from 'commander';
import {
  addReportOptions,
  checkReportOptions,
  type ReportOptions,
  reportOf,
  tellReport,
} from '../../checking/report-options.ts';
import { lineOf } from '../../checking/report-text.ts';
import { shellCommand } from '../../checking/shell-command.ts';
import { CheckImpossible } from '../../failures/check-impossible.ts';
import { UsageError } from '../../failures/usage-error.ts';
import { oneOf } from '../../input/choices.ts';
import { completedWith } from '../../input/completed-with.ts';
import { table } from '../../output/table.ts';
import { type Credentials, onCall, type Session } from '../../session/session.ts';
import { httpUrl } from '../../session/settings.ts';

interface Options extends ReportOptions {
  readonly case?: readonly string[];
  readonly kind?: readonly CheckedKind[];
  readonly list?: true;
  readonly probe?: string;
  readonly probeCommand?: string;
  readonly orderCommand?: string;
  readonly amount?: string;
}

const help = `
Sends callbacks to your endpoint as the gateway would, each signed with the merchant's keys: genuine ones of every kind, the
same again and ten at once, states in every order, forged ones. It judges what is answered and, with a probe, what is credited.
The orders are made up: it is for a shop that sells nothing real.

A probe tells how often and with how much in all an order was credited: --probe is asked GET URL?mchOrderNo=NUMBER, a
--probe-command has the number in INRGATE_CHECK_ORDER. Both answer {"count": 1, "amount": "500.00"}.

Every case needs an order of its own. --order-command makes one in your shop and prints its number, or nothing when it took
the one that is proposed in INRGATE_CHECK_ORDER; INRGATE_CHECK_KIND is payin, payout or link, INRGATE_CHECK_AMOUNT the amount.
Without it the numbers are made up, CHECK-…, and a shop that refuses orders it does not know shows little.

Exit codes: 0 nothing failed; 2 wrong usage; 3 no answer, or nothing could be seen; 4 a case failed.

Examples:
  $ inrgate check webhook http://127.0.0.1:3000/callbacks
  $ inrgate check webhook http://127.0.0.1:3000/callbacks --probe http://127.0.0.1:3000/credited
  $ inrgate check webhook http://127.0.0.1:3000/callbacks --case payin-json --case unsigned --json
  $ inrgate check webhook http://127.0.0.1:3000/callbacks --report junit --output webhook.xml
  $ inrgate check webhook --list`;

/** `inrgate check webhook URL`. */
export function register(command: Command): void {
  addReportOptions(
    command
      .argument('[url]', 'the address of the endpoint')
      .addOption(completedWith(repeatable('--case <id>', 'only this case; may be given again'), caseIds))
      .addOption(kindOption())
      .option('--list', 'the cases')
      .option('--probe <url>', 'an address that tells what an order was credited with')
      .option('--probe-command <command>', 'a command that tells it')
      .option('--order-command <command>', 'a command that makes an order in your shop')
      .option('--amount <amount>', 'amount of the orders', '500.00'),
  ).addHelpText('after', help);
  onCall<Options>(command, async (session, options, [url]) => {
    if (options.list) return listCases(session);
    if (url === undefined) throw new UsageError('which endpoint? Give its address, or --list for the cases');
    await check(session, url, options);
  });
}

async function listCases({ output }: Session): Promise<void> {
  const { caseSummaries } = await import('@inrgate/mock-gateway/checks');
  const items = caseSummaries();
  output.data({ items }, () =>
    table(
      ['case', 'kind', 'what has to hold'],
      items.map(({ id, kind, title }) => [id, kind, title]),
    ),
  );
}

async function check(session: Session, url: string, options: Options): Promise<void> {
  await checkOptions(url, options);
  const credentials = await credentialsFor(session, options.kind);
  const report = await reportOn(session, url, { ...credentials, ...askedOf(session, options) });
  const { host, pathname } = new URL(url);
  const again = (id: string) =>
    session.commandLine('check', 'webhook', url, '--case', id, ...shopOptions(options));
  const heading = `Callback endpoint ${host}${pathname}`;
  await tellReport(session.output, report, { name: 'inrgate check webhook', options, heading, again });
}

/** The options that say what the shop has, for a command to be copied. */
function shopOptions({ probe, probeCommand, orderCommand }: Options): readonly string[] {
  const given = { '--probe': probe, '--probe-command': probeCommand, '--order-command': orderCommand };
  return Object.entries(given).flatMap(([option, value]) => (value === undefined ? [] : [option, value]));
}

/** @throws {UsageError} */
async function checkOptions(url: string, { probe, probeCommand, ...options }: Options): Promise<void> {
  httpUrl('the address of the endpoint', url);
  if (probe !== undefined) httpUrl('--probe', probe);
  if (probe !== undefined && probeCommand !== undefined) {
    throw new UsageError('give --probe or --probe-command, not both');
  }
  await checkReportOptions(options);
}

/** The keys of the kinds that are asked for; else those that are known, and where none is, both. */
async function credentialsFor(session: Session, kinds: Options['kind']): Promise<Credentials> {
  if (kinds !== undefined) {
    const needed = kinds.map((kind) => (kind === 'payin' ? 'mchKey' : 'mchSecret'));
    return session.credentials(...new Set(needed));
  }
  const known = await session.credentials();
  if (known.mchKey === undefined && known.mchSecret === undefined) {
    return session.credentials('mchKey', 'mchSecret');
  }
  if (known.mchSecret === undefined)
    session.output.note('note: no API Secret, so withdrawals and links are not checked');
  if (known.mchKey === undefined) session.output.note('note: no API Key, so pay-ins are not checked');
  return known;
}

function askedOf(session: Session, options: Options): Omit<CheckWebhookOptions, keyof Credentials> {
  const { signal } = session;
  const { probe, probeCommand, orderCommand, amount, kind: kinds, case: cases } = options;
  return {
    ...{ amount, kinds, cases, signal },
    probe: probeCommand === undefined ? probe : (order) => probed(probeCommand, order, signal),
    makeOrder:
      orderCommand === undefined
        ? undefined
        : async ({ kind, mchOrderNo, amount }) => {
            const env = {
              INRGATE_CHECK_KIND: kind,
              INRGATE_CHECK_ORDER: mchOrderNo,
              INRGATE_CHECK_AMOUNT: amount,
            };
            const printed = await told('order_failed', '--order-command', {
              command: orderCommand,
              env,
              signal,
            });
            return printed.trim().split('\n')[0]?.trim();
          },
  };
}

/** What the command printed as JSON; whether it is what a probe tells is the check's to say. */
async function probed(command: string, mchOrderNo: string, signal: AbortSignal) {
  const env = { INRGATE_CHECK_ORDER: mchOrderNo };
  const printed = await told('probe_failed', '--probe-command', { command, env, signal });
  try {
    return JSON.parse(printed);
  } catch (cause) {
    throw new CheckImpossible('probe_failed', '--probe-command does not print JSON', { cause });
  }
}

async function told(
  code: string,
  option: string,
  command: Parameters<typeof shellCommand>[0],
): Promise<string> {
  try {
    return await shellCommand(command);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new CheckImpossible(code, `${option} failed: ${reason}`, { cause });
  }
}

/** Plays the cases, and shows how far it is. */
async function reportOn(
  { output }: Session,
  url: string,
  options: CheckWebhookOptions,
): Promise<WebhookReport> {
  const { checkWebhook } = await import('@inrgate/mock-gateway/checks');
  const progress = output.progress();
  const onProgress = ({ done, total, title, check }: CheckProgress) => {
    progress.show(() => `${done}/${total} ${title}`);
    if (check !== null) progress.step(lineOf(check));
  };
  return reportOf(() => checkWebhook(url, { ...options, onProgress })).finally(() => progress.end());
}

function repeatable(flags: string, description: string): Option {
  return new Option(flags, description).argParser((value: string, before: readonly string[] = []) => [
    ...before,
    value,
  ]);
}

function kindOption(): Option {
  const option = oneOf(new Option('--kind <kind>', 'what the endpoint is told of; may be given again'), [
    'payin',
    'payout',
    'link',
  ]);
  const read = option.parseArg;
  return option.argParser((value: string, before: readonly string[] = []) => {
    read?.(value, undefined);
    return [...before, value];
  });
}

async function caseIds(): Promise<readonly string[]> {
  const { caseSummaries } = await import('@inrgate/mock-gateway/checks');
  return caseSummaries().map(({ id }) => id);
}
