import { Command, CommanderError, Option } from 'commander';
import manifest from '../package.json' with { type: 'json' };
import { addCommands, type LazyCommand } from './input/lazy-commands.ts';
import { type ExitCode, exitCodes } from './output/exit-codes.ts';
import type { GlobalOptions } from './session/settings.ts';

const commands: readonly LazyCommand[] = [
  ['serve', 'run the mock gateway', () => import('./commands/serve.ts')],
  ['init', 'write a starter callback endpoint', () => import('./commands/init.ts')],
  ['payin', 'create and query pay-ins', () => import('./commands/payin.ts')],
  ['payout', 'create and query payouts', () => import('./commands/payout.ts')],
  ['balance', 'show the balance of the wallet', () => import('./commands/balance.ts')],
  ['link', 'create and query payment links', () => import('./commands/link.ts')],
  ['sign', 'sign parameters', () => import('./commands/sign.ts')],
  ['verify', 'verify a signature', () => import('./commands/verify.ts')],
  ['explain', 'explain a wrong signature', () => import('./commands/explain.ts')],
  [
    'reconcile',
    "compare a list of orders with the gateway's orders",
    () => import('./commands/reconcile.ts'),
  ],
  ['where', 'show the timeline of an order and the first failed step', () => import('./commands/where.ts')],
  ['check', 'check an endpoint, a shop or a gateway', () => import('./commands/check.ts')],
  ['listen', 'receive callbacks on this machine', () => import('./commands/listen.ts')],
  ['proxy', 'check the traffic between a shop and a gateway', () => import('./commands/proxy.ts')],
  ['trigger', 'run a scenario', () => import('./commands/trigger.ts')],
  ['logs', 'show the events of the mock gateway', () => import('./commands/logs.ts')],
  ['mock', "control the mock gateway's orders, merchants and clock", () => import('./commands/mock.ts')],
  ['mcp', 'run an MCP server for an AI assistant', () => import('./commands/mcp.ts')],
  ['profile', 'save merchants and their keys', () => import('./commands/profile.ts')],
  ['completion', 'print a completion script for a shell', () => import('./commands/completion.ts')],
];

const globalOptions = [
  ['--profile <name>', 'use a saved merchant, see: inrgate profile'],
  ['--base-url <url>', 'base URL of the v3 API'],
  ['--legacy-base-url <url>', 'base URL of the v1 API'],
  ['--mch-id <id>', 'Merchant ID'],
  ['--json', 'print JSON'],
  ['--quiet', 'hide notes'],
  ['--no-color', 'turn colours off'],
] as const;

const environment = `
Environment:
  - INRGATE_PROFILE, INRGATE_BASE_URL, INRGATE_LEGACY_BASE_URL, INRGATE_MCH_ID: default values of the shared options
  - INRGATE_MCH_KEY: API Key, which signs pay-ins
  - INRGATE_MCH_SECRET: API Secret, which signs payouts, balance requests and payment links
  - INRGATE_CONTROL_URL: URL of the control API (default: /_mock at the origin of the base URL)
  - INRGATE_CONTROL_TOKEN: token of the control API
  - INRGATE_DB, INRGATE_PORT, …: default values of the serve options
  - NO_COLOR, FORCE_COLOR: turn colours off or on

Exit codes:
  0  The command succeeded.
  1  The gateway rejected the request.
  2  Usage error.
  3  The gateway did not respond, or the outcome is unknown.
  4  A check failed.`;

const examples = `
Examples:
  $ inrgate serve
  $ inrgate payin create --mch-order-no ORDER-1 --amount 500.00
  $ inrgate payin get --mch-order-no ORDER-1
  $ inrgate balance --json

After you run npm run docs, a running gateway serves the documentation at /docs/.`;

/** Runs one command line and returns its exit code. Never throws. */
export async function runCommandLine(argv: readonly string[]): Promise<ExitCode> {
  const program = createProgram();
  try {
    await refuseKeys(argv);
    await program.parseAsync(withHelpOption(program, argv), { from: 'user' });
    return exitCodes.done;
  } catch (error) {
    const { json = argv.includes('--json'), quiet = false } = program.opts<GlobalOptions>();
    if (isHelp(error) && error.exitCode === 0) return exitCodes.done;
    if (isHelp(error) && !json) return exitCodes.usage;
    const [{ report }, { Output }, { usageError }] = await Promise.all([
      import('./output/report.ts'),
      import('./output/output.ts'),
      import('./input/wrong-usage.ts'),
    ]);
    return report(error instanceof CommanderError ? usageError(error) : error, new Output({ json, quiet }));
  }
}

/** Options that users may try for a key: `--mch-key`, `--mchSecret=…`, `-key`, `--api_secret`. */
const keyOption = /^--?(?:mch|merchant|api|gateway)?[-_]?(?:key|secret)/i;

/** @throws {UsageError} for a key on the command line, before any message can contain it */
async function refuseKeys(argv: readonly string[]): Promise<void> {
  if (argv[0] === '__complete') return;
  const end = argv.indexOf('--');
  const options = end === -1 ? argv : argv.slice(0, end);
  const [name] = options.flatMap((word) => keyOption.exec(word) ?? []);
  if (name === undefined) return;
  const { keyAsArgument } = await import('./input/wrong-usage.ts');
  throw keyAsArgument(name);
}

export function createProgram(): Command {
  const program = new Command('inrgate');
  program
    .description('A mock payment gateway for your machine, and a client for every gateway with the same API.')
    .version(manifest.version)
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      // `report` prints usage errors, as JSON with --json.
      outputError: () => {},
      // Print the help if the command is missing. With --json, print no help, because programs cannot parse it.
      writeErr: (text) => {
        if (program.opts<GlobalOptions>().json === undefined) process.stderr.write(text);
      },
    })
    .showSuggestionAfterError()
    .exitOverride()
    .addHelpText('after', `${environment}\n${examples}`)
    .on('option:no-color', () => {
      process.env['NO_COLOR'] = '1';
      delete process.env['FORCE_COLOR'];
    });
  for (const [flags, description] of globalOptions) {
    program.addOption(new Option(flags, description).helpGroup('Global Options:'));
  }
  addCommands(program, commands);
  addCompletion(program);
  return program;
}

/** Adds the command that shells call with the words of the command line. The last word is incomplete. */
function addCompletion(program: Command): void {
  program
    .command('__complete', { hidden: true })
    .argument('[words...]')
    .action(async (words: readonly string[]) => {
      const { completions } = await import('./commands/completion/complete.ts');
      process.stdout.write(await completions(createProgram(), words));
    });
}

/** `inrgate help payin get` is `inrgate payin get --help`, because the options exist only after a load. */
function withHelpOption({ commands: known }: Command, argv: readonly string[]): string[] {
  const at = argv.indexOf('help');
  if (at < 0 || at > 1) return [...argv];
  const words = argv.toSpliced(at, 1);
  const [name] = words;
  // A misspelt command is an error. It must not print the help of all commands.
  return name === undefined || known.some((command) => command.name() === name)
    ? [...words, '--help']
    : words;
}

/** Returns true for help or the version, which commander has already printed. */
function isHelp(error: unknown): error is CommanderError {
  return error instanceof CommanderError && /^commander\.(help|version)/.test(error.code);
}
