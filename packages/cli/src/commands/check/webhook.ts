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
  readonly returnUrl?: string;
  readonly language?: CheckLanguage;
  readonly amount?: string;
}

/** Languages of the checker, repeated without loading it. */
const languages: readonly CheckLanguage[] = ['php', 'python', 'java', 'go', 'node'];

const help = `
Sends callbacks to your endpoint like the gateway, signed with the merchant's keys. The cases are valid callbacks of every
kind, duplicates, ten copies at once, states in every order, and forged callbacks. The check covers the responses and, with a
probe, the credited amounts. The orders are generated, so use a test shop.

First it checks the path to the endpoint (path-dns to path-encoding). It looks for problems with DNS, the connection, TLS and
redirects. A login, a CSRF check, bot protection or maintenance can also stop a callback. If an obstacle stops every callback,
the cases are skipped.

By default it checks pay-ins and payouts. --kind payin or --kind payout selects one. --kind link adds legacy links.

A probe returns how often an order was credited, and the total amount. For --probe, inrgate calls GET URL?mchOrderNo=NUMBER.
For --probe-command, it runs the command with the order number in INRGATE_CHECK_ORDER. Both return JSON.
  Example: {"count": 1, "amount": "500.00"}
--payout-probe and --payout-probe-command add the stored state of a payout.
  Example: {"count": 1, "amount": "500.00", "status": "success"}

Each case uses a separate order. --create-order-command creates a pending order in your shop and prints its order number.
It prints nothing if the shop uses the order number in INRGATE_CHECK_ORDER. INRGATE_CHECK_KIND is payin, payout or link.
INRGATE_CHECK_AMOUNT is the amount. --create-order URL does the same with POST.
It sends {"kind", "mchOrderNo", "amount"} and expects {"mchOrderNo"}.
Without either option, inrgate generates order numbers (CHECK-…). A shop that refuses unknown orders then passes few cases.

--return-url adds the cases in which the customer opens the return page before, during and after the callback. inrgate replaces
{mchOrderNo} with the order number. These cases need a probe.

Exit codes:
  0  No case failed.
  2  Usage error.
  3  No case could run.
  4  A case failed, or an obstacle stops callbacks on their way.

Examples:
  $ inrgate check webhook http://127.0.0.1:3000/callbacks
  $ inrgate check webhook http://127.0.0.1:3000/callbacks --probe http://127.0.0.1:3000/credited
  $ inrgate check webhook http://127.0.0.1:3000/callbacks --probe http://127.0.0.1:3000/credited \\
      --return-url 'http://127.0.0.1:3000/return?order={mchOrderNo}'
  $ inrgate check webhook https://shop.example/callbacks --case path-tls --case path-redirect
  $ inrgate check webhook http://127.0.0.1:3000/callbacks --case payin-json --case unsigned --json
  $ inrgate check webhook http://127.0.0.1:3000/callbacks --report junit --output webhook.xml
  $ inrgate check webhook --list`;

export function register(command: Command): void {
  addReportOptions(
    command
      .argument('[url]', 'URL of the endpoint')
      .addOption(completedWith(repeatable('--case <id>', 'check only this case; repeatable'), caseIds))
      .addOption(kindOption())
      .option('--list', 'list the cases')
      .option('--probe <url>', 'URL that returns the credits of an order')
      .option('--probe-command <command>', 'command that prints them')
      .option('--payout-probe <url>', 'URL that returns the credits and the state of a payout')
      .option('--payout-probe-command <command>', 'command that prints them')
      .option('--create-order <url>', 'URL that creates an order in your shop')
      .option('--create-order-command <command>', 'command that creates an order in your shop')
      .option('--return-url <url>', 'return page of your shop, with {mchOrderNo} for the order number')
      .option('--amount <amount>', 'amount of the orders', '500.37')
      .addOption(oneOf(new Option('--language <name>', 'add code in this language to each fix'), languages)),
  ).addHelpText('after', help);
  onCall<Options>(command, async (session, options, [url]) => {
    if (options.list) return listCases(session);
    if (url === undefined)
      throw new UsageError('the URL of the endpoint is missing. Add it, or use --list to list the cases');
    await check(session, url, options);
  });
}

async function listCases({ output }: Session): Promise<void> {
  const { caseSummaries } = await import('@inrgate/conformance');
  const items = caseSummaries();
  output.data({ items }, () =>
    table(
      ['case', 'kind', 'rule'],
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

/** Options that describe the shop, for the command that repeats a case. */
function shopOptions(options: Options): readonly string[] {
  return shopOptionNames.flatMap((name) => {
    const value = options[name];
    return value === undefined ? [] : [flagOf(name), value];
  });
}

/** Option of a name: `payoutProbe` is `--payout-probe`. */
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
    'returnUrl',
  ] as const),
  'language',
] as const;

/** @throws {UsageError} */
async function checkOptions(url: string, options: Options): Promise<void> {
  httpUrl('the URL of the endpoint', url);
  for (const [name, command] of [
    ['probe', 'probeCommand'],
    ['payoutProbe', 'payoutProbeCommand'],
    ['createOrder', 'createOrderCommand'],
  ] as const) {
    const option = flagOf(name);
    const given = options[name];
    if (given !== undefined) httpUrl(option, given);
    if (given !== undefined && options[command] !== undefined) {
      throw new UsageError(`${option} and ${option}-command cannot be combined`);
    }
  }
  await checkReportOptions(options);
}

/** Keys of the requested kinds. Without a kind, the known keys. Without a known key, both keys. */
async function credentialsFor(session: Session, kinds: Options['kind']): Promise<Credentials> {
  if (kinds !== undefined && !isAddition(kinds)) {
    const needed = kinds.map((kind) => (kind === 'payin' ? 'mchKey' : 'mchSecret'));
    return session.credentials(...new Set(needed));
  }
  const known = await session.credentials(...(kinds === undefined ? [] : (['mchSecret'] as const)));
  if (known.mchKey === undefined && known.mchSecret === undefined) {
    return session.credentials('mchKey', 'mchSecret');
  }
  if (known.mchSecret === undefined)
    session.output.note('note: payouts are not checked, because no API Secret is set');
  if (known.mchKey === undefined)
    session.output.note('note: pay-ins are not checked, because no API Key is set');
  return known;
}

/** Returns true if the only kind is `link`. Links are then added to the default kinds. */
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
  const { probe, payoutProbe, createOrder, returnUrl } = options;
  const byCommand = (option: string, command: string) => (order: string) =>
    probed(option, { command, env: { INRGATE_CHECK_ORDER: order }, signal });
  return {
    ...{ amount, cases, signal, language, kinds, returnUrl },
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

/** JSON output of the command. The check validates it. */
async function probed(option: string, command: Parameters<typeof shellCommand>[0]) {
  const printed = await told('probe_failed', option, command);
  try {
    return JSON.parse(printed);
  } catch (cause) {
    throw new CheckImpossible('probe_failed', `the output of ${option} is not JSON`, { cause });
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

/** Runs the cases and shows the progress. */
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
  const option = oneOf(new Option('--kind <kind>', 'kind of callback to send; repeatable'), [
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
