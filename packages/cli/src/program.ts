import { Command, CommanderError, Option } from 'commander';
import manifest from '../package.json' with { type: 'json' };
import { addCommands, type LazyCommand } from './input/lazy-commands.ts';
import { type ExitCode, exitCodes } from './output/exit-codes.ts';
import type { GlobalOptions } from './session/settings.ts';

const commands: readonly LazyCommand[] = [
  { name: 'serve', summary: 'run the mock gateway', load: () => import('./commands/serve.ts') },
  { name: 'init', summary: 'write a starter callback endpoint', load: () => import('./commands/init.ts') },
  { name: 'payin', summary: 'create and query deposit orders', load: () => import('./commands/payin.ts') },
  { name: 'payout', summary: 'create and query withdrawals', load: () => import('./commands/payout.ts') },
  { name: 'balance', summary: 'show the wallet', load: () => import('./commands/balance.ts') },
  { name: 'link', summary: 'create and query payment links', load: () => import('./commands/link.ts') },
  { name: 'sign', summary: 'sign parameters', load: () => import('./commands/sign.ts') },
  { name: 'verify', summary: 'verify a signature', load: () => import('./commands/verify.ts') },
  { name: 'explain', summary: 'why a signature is wrong', load: () => import('./commands/explain.ts') },
  {
    name: 'reconcile',
    summary: "compare a list of orders with the gateway's",
    load: () => import('./commands/reconcile.ts'),
  },
  {
    name: 'statement',
    summary: "print one day of a merchant's money",
    load: () => import('./commands/statement.ts'),
  },
  {
    name: 'check',
    summary: 'check an endpoint, a gateway or a recording',
    load: () => import('./commands/check.ts'),
  },
  { name: 'listen', summary: 'receive callbacks here', load: () => import('./commands/listen.ts') },
  {
    name: 'proxy',
    summary: 'check what passes between a shop and a gateway',
    load: () => import('./commands/proxy.ts'),
  },
  {
    name: 'replay',
    summary: "send a recording's callbacks again",
    load: () => import('./commands/replay.ts'),
  },
  { name: 'trigger', summary: 'make an event happen', load: () => import('./commands/trigger.ts') },
  { name: 'logs', summary: 'what the mock gateway does, live', load: () => import('./commands/logs.ts') },
  {
    name: 'mock',
    summary: "move the mock gateway's orders and clock",
    load: () => import('./commands/mock.ts'),
  },
  {
    name: 'mcp',
    summary: 'let the assistant of an editor do all this',
    load: () => import('./commands/mcp.ts'),
  },
  {
    name: 'profile',
    summary: 'save merchants and their keys',
    load: () => import('./commands/profile.ts'),
  },
  {
    name: 'completion',
    summary: 'complete commands in a shell',
    load: () => import('./commands/completion.ts'),
  },
];

const globalOptions = [
  ['--profile <name>', 'a saved merchant, see: inrgate profile'],
  ['--base-url <url>', 'root of the v3 API'],
  ['--legacy-base-url <url>', 'root of the v1 API'],
  ['--mch-id <id>', 'Merchant ID'],
  ['--json', 'JSON for programs'],
  ['--quiet', 'no notes'],
  ['--no-color', 'no colours'],
] as const;

const environment = `
Environment:
  INRGATE_PROFILE, INRGATE_BASE_URL, INRGATE_LEGACY_BASE_URL, INRGATE_MCH_ID   as the options of that name
  INRGATE_MCH_KEY       API Key: signs pay-ins
  INRGATE_MCH_SECRET    API Secret: signs payouts, the balance and payment links
  INRGATE_CONTROL_URL   the mock gateway's control API, if not at the base URL's origin
  INRGATE_CONTROL_TOKEN its token
  INRGATE_DB, INRGATE_PORT, …   serve reads each of its options from a variable of that name
  NO_COLOR, FORCE_COLOR no colours, colours

Exit codes:
  0 done   1 the gateway refused   2 wrong usage   3 no answer, or not known what happened   4 a check failed`;

const examples = `
Examples:
  $ inrgate serve
  $ inrgate payin create --mch-order-no ORDER-1 --amount 500.00
  $ inrgate payin get --mch-order-no ORDER-1
  $ inrgate balance --json

The documentation is at /docs/ of a gateway that runs, where the repository has it built: npm run docs`;

/** Runs one command line and answers its exit code. Throws nothing. */
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

/** `--mch-key`, `--mchSecret=…`, `-key`, `--api_secret`: what people try to give a key with, also without a space. */
const keyOption = /^--?(?:mch|merchant|api|gateway)?[-_]?(?:key|secret)/i;

/** @throws {UsageError} for a key on the command line, before anything of the line is repeated */
async function refuseKeys(argv: readonly string[]): Promise<void> {
  if (argv[0] === '__complete') return;
  const end = argv.indexOf('--');
  const options = end === -1 ? argv : argv.slice(0, end);
  // The option without the key, wherever it stands in the line.
  const [name] = options.flatMap((word) => keyOption.exec(word) ?? []);
  if (name === undefined) return;
  const { keyAsArgument } = await import('./input/wrong-usage.ts');
  throw keyAsArgument(name);
}

/** The whole command line; its commands are empty until they are loaded. */
export function createProgram(): Command {
  const program = new Command('inrgate');
  program
    .description('A payment gateway on your desk, and the command for any gateway that speaks the same API.')
    .version(manifest.version)
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      // Reported like every other failure, with --json as JSON.
      outputError: () => {},
      // The help for a command that is missing, which a program does not read.
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

/** What the shells call, with the words of the line; the last is the one that is being typed. */
function addCompletion(program: Command): void {
  program
    .command('__complete', { hidden: true })
    .argument('[words...]')
    .action(async (words: readonly string[]) => {
      const { completions } = await import('./commands/completion/complete.ts');
      process.stdout.write(await completions(createProgram(), words));
    });
}

/**
 * `inrgate help payin get` and `inrgate payin help get` are `inrgate payin get --help`: the options are known once the
 * command is loaded.
 */
function withHelpOption({ commands: known }: Command, argv: readonly string[]): string[] {
  const at = argv.indexOf('help');
  if (at < 0 || at > 1) return [...argv];
  const words = argv.toSpliced(at, 1);
  const [name] = words;
  // For a misspelt command, the help of all would be no answer.
  return name === undefined || known.some((command) => command.name() === name)
    ? [...words, '--help']
    : words;
}

/** Help and version were asked for, or a command needs a subcommand and its help says which: it is printed already. */
function isHelp(error: unknown): error is CommanderError {
  return error instanceof CommanderError && /^commander\.(help|version)/.test(error.code);
}
