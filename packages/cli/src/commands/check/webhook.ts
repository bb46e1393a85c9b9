import type {
  CheckedKind,
  CheckLanguage,
  CheckProgress,
  CheckReport,
  CheckWebhookOptions,
} from '@inrgate/conformance';
import { type Command, Option } from 'commander';
import {
  addReportOptions,
  checkReportOptions,
  type ReportOptions,
  reportOf,
  tellReport,
} from '../../checks/report-options.ts';
import { shellCommand } from '../../checks/shell-command.ts';
import { oneOf } from '../../input/choices.ts';
import { completedWith } from '../../input/completed-with.ts';
import { CheckImpossible } from '../../output/check-impossible.ts';
import { table } from '../../output/table.ts';
import { UsageError } from '../../output/usage-error.ts';
import { type Credentials, onCall, type Session } from '../../session/session.ts';
import { httpUrl } from '../../session/settings.ts';

interface Options extends ReportOptions {
  readonly case?: readonly string[];
  readonly kind?: readonly CheckedKind[];
  readonly list?: true;
  readonly probe?: string;
  readonly probeCommand?: string;
  readonly payoutProbe?: string;
  readonly payoutProbeCommand?: string;
  readonly createOrder?: string;
  readonly createOrderCommand?: string;
  readonly language?: CheckLanguage;
  readonly amount?: string;
}

/** `checkLanguages`, without loading the checker. */
const languages: readonly CheckLanguage[] = ['php', 'python', 'java', 'go', 'node'];

const help = `
Sends callbacks to your endpoint as the gateway would, each signed with the merchant's keys: genuine ones of every kind, the
same again and ten at once, states in every order, forged ones. It judges what is answered and, with a probe, what is credited.
The orders are made up: it is for a shop that sells nothing real.

By default pay-ins and payouts are checked. --kind payin or --kind payout checks one of them; --kind link adds legacy links.

A probe returns how often and with how much in all an order was credited. The check calls GET URL?mchOrderNo=NUMBER of --probe,
or runs --probe-command with the number in INRGATE_CHECK_ORDER. Both return {"count": 1, "amount": "500.00"}. --payout-probe and
--payout-probe-command return the same for payouts, with the stored state: {"count": 1, "amount": "500.00", "status": "success"}.

Every case needs an order of its own. --create-order-command creates a pending order in your shop and prints its number, or
nothing if it took the one in INRGATE_CHECK_ORDER. INRGATE_CHECK_KIND is payin, payout or link; INRGATE_CHECK_AMOUNT is the amount.
--create-order URL does the same with POST: {"kind", "mchOrderNo", "amount"} returns {"mchOrderNo"}. Without either, the numbers
are made up, CHECK-…, and a shop that refuses orders it does not know shows little.

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
      .option('--probe <url>', 'a URL that returns what an order was credited with')
      .option('--probe-command <command>', 'a command that prints it')
      .option('--payout-probe <url>', 'a URL that returns what the shop recorded of a payout')
      .option('--payout-probe-command <command>', 'a command that prints it')
      .option('--create-order <url>', 'a URL that creates an order in your shop')
      .option('--create-order-command <command>', 'a command that creates an order in your shop')
      .option('--amount <amount>', 'amount of the orders', '500.37')
      .addOption(oneOf(new Option('--language <name>', 'adds code in this language to each fix'), languages)),
  ).addHelpText('after', help);
  onCall<Options>(command, async (session, options, [url]) => {
    if (options.list) return listCases(session);
    if (url === undefined)
      throw new UsageError('the URL of the endpoint is missing. Give it, or use --list for the cases');
    await check(session, url, options);
  });
}

async function listCases({ output }: Session): Promise<void> {
  const { caseSummaries } = await import('@inrgate/conformance');
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
  const kinds = kindsOf(options.kind, credentials);
  const report = await reportOn(session, url, { ...credentials, ...askedOf(session, options, kinds) });
  const { host, pathname } = new URL(url);
  const again = (id: string) =>
    session.commandLine('check', 'webhook', url, '--case', id, ...shopOptions(options));
  const heading = `Callback endpoint ${host}${pathname}`;
  await tellReport(session.output, report, { name: 'inrgate check webhook', options, heading, again });
}

/** The options that say what the shop has, for a command to be copied. */
function shopOptions(options: Options): readonly string[] {
  return shopOptionNames.flatMap((name) => {
    const value = options[name];
    return value === undefined ? [] : [flagOf(name), value];
  });
}

/** `payoutProbe` is `--payout-probe`. */
function flagOf(name: string): string {
  return `--${name.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`)}`;
}

const shopOptionNames = [
  ...([
    'probe',
    'probeCommand',
    'payoutProbe',
    'payoutProbeCommand',
    'createOrder',
    'createOrderCommand',
  ] as const),
  'language',
] as const;

/** @throws {UsageError} */
async function checkOptions(url: string, options: Options): Promise<void> {
  httpUrl('the address of the endpoint', url);
  for (const [name, command] of [
    ['probe', 'probeCommand'],
    ['payoutProbe', 'payoutProbeCommand'],
    ['createOrder', 'createOrderCommand'],
  ] as const) {
    const option = flagOf(name);
    const given = options[name];
    if (given !== undefined) httpUrl(option, given);
    if (given !== undefined && options[command] !== undefined) {
      throw new UsageError(`give ${option} or ${option}-command, not both`);
    }
  }
  await checkReportOptions(options);
}

/** The keys of the kinds that are asked for; else those that are known, and where none is, both. */
async function credentialsFor(session: Session, kinds: Options['kind']): Promise<Credentials> {
  if (kinds !== undefined && !isAddition(kinds)) {
    const needed = kinds.map((kind) => (kind === 'payin' ? 'mchKey' : 'mchSecret'));
    return session.credentials(...new Set(needed));
  }
  const known = await session.credentials(...(kinds === undefined ? [] : (['mchSecret'] as const)));
  if (known.mchKey === undefined && known.mchSecret === undefined) {
    return session.credentials('mchKey', 'mchSecret');
  }
  if (known.mchSecret === undefined) session.output.note('note: no API Secret, so payouts are not checked');
  if (known.mchKey === undefined) session.output.note('note: no API Key, so pay-ins are not checked');
  return known;
}

/** `--kind link` without another kind adds links to what is checked by default. */
function isAddition(kinds: readonly CheckedKind[]): boolean {
  return kinds.every((kind) => kind === 'link');
}

function kindsOf(given: Options['kind'], { mchKey, mchSecret }: Credentials): Options['kind'] {
  if (given === undefined || !isAddition(given)) return given;
  return [...(mchKey ? ['payin' as const] : []), ...(mchSecret ? ['payout' as const] : []), 'link'];
}

function askedOf(
  session: Session,
  options: Options,
  kinds: Options['kind'],
): Omit<CheckWebhookOptions, keyof Credentials> {
  const { signal } = session;
  const { probeCommand, payoutProbeCommand, createOrderCommand, amount, language, case: cases } = options;
  const { probe, payoutProbe, createOrder } = options;
  const byCommand = (option: string, command: string) => (order: string) =>
    probed(option, { command, env: { INRGATE_CHECK_ORDER: order }, signal });
  return {
    ...{ amount, cases, signal, language, kinds },
    probe: probeCommand === undefined ? probe : byCommand('--probe-command', probeCommand),
    payoutProbe:
      payoutProbeCommand === undefined
        ? payoutProbe
        : byCommand('--payout-probe-command', payoutProbeCommand),
    createOrder:
      createOrderCommand === undefined
        ? createOrder
        : async ({ kind, mchOrderNo, amount }) => {
            const env = {
              INRGATE_CHECK_KIND: kind,
              INRGATE_CHECK_ORDER: mchOrderNo,
              INRGATE_CHECK_AMOUNT: amount,
            };
            const command = { command: createOrderCommand, env, signal };
            const printed = await told('order_failed', '--create-order-command', command);
            return printed.trim().split('\n')[0]?.trim();
          },
  };
}

/** What the command printed as JSON. The check validates it. */
async function probed(option: string, command: Parameters<typeof shellCommand>[0]) {
  const printed = await told('probe_failed', option, command);
  try {
    return JSON.parse(printed);
  } catch (cause) {
    throw new CheckImpossible('probe_failed', `${option} does not print JSON`, { cause });
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
): Promise<CheckReport> {
  const { checkWebhook } = await import('@inrgate/conformance');
  const { lineOf } = await import('../../checks/report-text.ts');
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
  const { caseSummaries } = await import('@inrgate/conformance');
  return caseSummaries().map(({ id }) => id);
}
