import { setTimeout as sleep } from 'node:timers/promises';
import type {
  CheckedKind,
  CheckLanguage,
  CheckProgress,
  CheckReport,
  CheckWebhookOptions,
} from '@inrgate/conformance';
import { demoCredentials } from '@inrgate/sdk/basics';
import { type Command, Option } from 'commander';
import { oneOf, repeatable } from '../../input/choices.ts';
import { completedWith } from '../../input/completed-with.ts';
import { flagOf } from '../../input/field-options.ts';
import { canAsk, confirm } from '../../input/prompts.ts';
import { table } from '../../output/table.ts';
import { CheckImpossible, UsageError } from '../../output/usage-error.ts';
import { type Credentials, onCall, type Session } from '../../session/session.ts';
import { httpUrl } from '../../session/settings.ts';
import {
  addReportOptions,
  checkReportOptions,
  type ReportOptions,
  reportOf,
  tellReport,
} from './report-options.ts';
import { shellCommand } from './shell-command.ts';

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
  readonly yes?: true;
}

const kinds: readonly CheckedKind[] = ['payin', 'payout', 'link'];

/** Languages of the checker. The list is repeated here, so the help need not load the checker. */
const languages: readonly CheckLanguage[] = ['php', 'python', 'java', 'go', 'node'];

const help = `
Sends signed callbacks to your endpoint, in the same way as the gateway. The cases include valid callbacks of every kind,
duplicates, ten simultaneous copies, states in every sequence and forged callbacks. The check verifies the responses of your
endpoint. With a probe, the check also verifies the credited amounts. Use a test shop, because the check uses generated
orders. With keys other than those of the demo merchant, the command asks for confirmation, or requires --yes.

The first cases (path-dns to path-encoding) check the network path to the endpoint. These cases detect problems with DNS,
the connection, TLS and redirects. They also detect a login page, CSRF protection, bot protection or a maintenance page that
blocks callbacks. If such an obstacle blocks every callback, the check skips the remaining cases.

By default, the command sends callbacks of pay-ins and payouts. To send callbacks of only one kind, use --kind payin or
--kind payout. To also send callbacks of legacy links, add --kind link.

A probe reports how often your shop credited an order, and the total amount. With --probe, inrgate sends
GET URL?mchOrderNo=NUMBER. With --probe-command, inrgate runs the command with the order number in the variable
INRGATE_CHECK_ORDER. The response or the output must be JSON.
  Example: {"count": 1, "amount": "500.00"}
A payout probe (--payout-probe or --payout-probe-command) also reports the state that your shop stored for the payout.
  Example: {"count": 1, "amount": "500.00", "status": "success"}

Each case uses a separate order. Use --create-order-command or --create-order to create the orders in your shop:
  - With --create-order-command, inrgate runs a command that creates a pending order and prints its order number. If the
    command uses INRGATE_CHECK_ORDER as the order number, it does not need to print the order number. INRGATE_CHECK_KIND
    contains payin, payout or link. INRGATE_CHECK_AMOUNT contains the amount.
  - With --create-order, inrgate sends a POST request with {"kind", "mchOrderNo", "amount"} to the URL. The response
    must be {"mchOrderNo"}.
Without these options, inrgate generates order numbers (CHECK-…) that your shop does not know. If the shop rejects unknown
orders, many cases fail.

With --return-url, inrgate also runs cases in which the customer opens the return page before, during and after the
callback. inrgate replaces {mchOrderNo} in the URL with the order number. These cases require a probe.

Exit codes:
  0  No case failed.
  2  Usage error.
  3  Every case was skipped.
  4  A case failed, or an obstacle blocks callbacks before they reach the endpoint.

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
      .addOption(
        completedWith(repeatable(new Option('--case <id>', 'run only this case; repeatable')), caseIds),
      )
      .addOption(
        repeatable(oneOf(new Option('--kind <kind>', 'kind of callback to send; repeatable'), kinds)),
      )
      .option('--list', 'list the cases')
      .option('--probe <url>', 'URL that returns the number of credits of an order and their total amount')
      .option(
        '--probe-command <command>',
        'command that prints the number of credits of an order and their total amount',
      )
      .option(
        '--payout-probe <url>',
        'URL that returns the number of credits, their total amount and the state of a payout',
      )
      .option(
        '--payout-probe-command <command>',
        'command that prints the number of credits, their total amount and the state of a payout',
      )
      .option('--create-order <url>', 'URL that creates an order in your shop')
      .option('--create-order-command <command>', 'command that creates an order in your shop')
      .option('--return-url <url>', 'URL of the return page; inrgate replaces {mchOrderNo}')
      .option('--amount <amount>', 'amount of each order', '500.37')
      .option('--yes', 'sign callbacks with keys other than those of the demo merchant without confirmation')
      .addOption(oneOf(new Option('--language <name>', 'add code in this language to each fix'), languages)),
  ).addHelpText('after', help);
  onCall<Options>(command, async (session, options, [url]) => {
    if (options.list) return listCases(session);
    if (url === undefined)
      throw new UsageError('the URL of the endpoint is missing. Add the URL, or list the cases with --list');
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
  await agree(session, credentials, options);
  const callbackFormat = await recordedFormat(session, credentials);
  const asked = { ...credentials, callbackFormat, ...askedOf(session, options, kinds) };
  const report = await reportOn(session, url, asked);
  const { host, pathname } = new URL(url);
  const again = (id: string) =>
    session.commandLine('check', 'webhook', url, '--case', id, ...shopOptions(options));
  const heading = `Callback endpoint ${host}${pathname}`;
  await tellReport(session.output, report, { name: 'inrgate check webhook', options, heading, again });
}

/** @throws {UsageError} unless the user agrees to sign callbacks with keys that can belong to a live shop */
async function agree(
  { output, signal }: Session,
  { mchKey, mchSecret }: Credentials,
  { yes }: Options,
): Promise<void> {
  const demoKeys: readonly (string | undefined)[] = [
    demoCredentials.mchKey,
    demoCredentials.mchSecret,
    undefined,
  ];
  if (yes || [mchKey, mchSecret].every((key) => demoKeys.includes(key))) return;
  const warning =
    'The check signs success callbacks for orders that nobody has paid. A shop that uses these keys can credit them.';
  if (!canAsk()) {
    throw new UsageError(`${warning} Check a test shop, and add --yes to run the check without a question`);
  }
  output.trouble(warning);
  if (!(await confirm('Is this a test shop?', signal)))
    throw new UsageError('cancelled before the first callback');
}

/** Milliseconds to wait for a gateway that may not run. */
const gatewayMs = 1_000;

/** Returns the format that a gateway on this machine has recorded for the merchant, or undefined. */
async function recordedFormat(
  session: Session,
  { mchId }: Credentials,
): Promise<CheckWebhookOptions['callbackFormat']> {
  if (!session.local) return undefined;
  const merchant = session.control().get('/merchants/:id', { id: mchId });
  const found = await Promise.race([
    merchant.catch(() => undefined),
    sleep(gatewayMs, undefined, { ref: false }),
  ]);
  return found?.callbackFormat;
}

/** Options that describe the shop, for the command that repeats a case. */
function shopOptions(options: Options): readonly string[] {
  const given = shopOptionNames.flatMap((name) => {
    const value = options[name];
    return value === undefined ? [] : [flagOf(name), value];
  });
  return options.yes ? [...given, '--yes'] : given;
}

/** Options with a URL, each with the option for a command that replaces the URL. */
const targets = [
  ['probe', 'probeCommand'],
  ['payoutProbe', 'payoutProbeCommand'],
  ['createOrder', 'createOrderCommand'],
] as const;

const shopOptionNames = [...targets.flat(), 'returnUrl', 'language'] as const;

async function checkOptions(url: string, options: Options): Promise<void> {
  httpUrl('the URL of the endpoint', url);
  for (const [name, command] of targets) {
    const option = flagOf(name);
    const given = options[name];
    if (given !== undefined) httpUrl(option, given);
    if (given !== undefined && options[command] !== undefined) {
      throw new UsageError(`${option} and ${option}-command cannot be combined`);
    }
  }
  await checkReportOptions(options);
}

/** Returns the keys of the requested kinds. Without this option, returns the known keys, or requires both keys. */
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
    session.output.note('note: the check skips payouts, because the API Secret is not set');
  if (known.mchKey === undefined)
    session.output.note('note: the check skips pay-ins, because the API Key is not set');
  return known;
}

/** Returns true if the only kind is `link`, which the command adds to the default kinds. */
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
  const { createOrder, createOrderCommand, amount, language, returnUrl, case: cases } = options;
  const probeOf = (name: 'probe' | 'payoutProbe') => {
    const command = options[`${name}Command`];
    if (command === undefined) return options[name];
    return (order: string) =>
      probed(`${flagOf(name)}-command`, { command, env: { INRGATE_CHECK_ORDER: order }, signal });
  };
  return {
    ...{ amount, cases, signal, language, kinds, returnUrl },
    probe: probeOf('probe'),
    payoutProbe: probeOf('payoutProbe'),
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

/** Runs the user's command and returns its JSON output, which is not yet validated. */
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

async function reportOn(
  { output }: Session,
  url: string,
  options: CheckWebhookOptions,
): Promise<CheckReport> {
  const { checkWebhook } = await import('@inrgate/conformance');
  const { lineOf } = await import('./report-text.ts');
  const progress = output.progress();
  const onProgress = ({ done, total, title, check }: CheckProgress) => {
    progress.show(() => `${done}/${total} ${title}`);
    if (check !== null) progress.step(lineOf(check));
  };
  return reportOf(() => checkWebhook(url, { ...options, onProgress })).finally(() => progress.end());
}

async function caseIds(): Promise<readonly string[]> {
  const { caseSummaries } = await import('@inrgate/conformance');
  return caseSummaries().map(({ id }) => id);
}
