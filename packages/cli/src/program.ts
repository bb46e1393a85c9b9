import { Command, CommanderError, Option } from 'commander';
import manifest from '../package.json' with { type: 'json' };
import { type ExitCode, exitCodes } from './exit-codes.ts';
import type { GlobalOptions } from './session.ts';

/** Adds a command's arguments, options, subcommands and work to the empty command of its name. */
interface CommandModule {
  readonly register: (command: Command) => void;
}

interface LazyCommand {
  readonly name: string;
  readonly summary: string;
  readonly load: () => Promise<CommandModule>;
}

/** Loaded when it is called, so that `--version` and `--help` wait for none of them. */
const commands: readonly LazyCommand[] = [
  { name: 'serve', summary: 'run the mock gateway', load: () => import('./commands/serve.ts') },
  { name: 'payin', summary: 'create and query deposit orders', load: () => import('./commands/payin.ts') },
  { name: 'payout', summary: 'create and query withdrawals', load: () => import('./commands/payout.ts') },
  { name: 'balance', summary: 'show the wallet', load: () => import('./commands/balance.ts') },
  {
    name: 'mock',
    summary: "move the mock gateway's orders and clock",
    load: () => import('./commands/mock.ts'),
  },
];

const environment = `
Environment:
  INRGATE_BASE_URL, INRGATE_LEGACY_BASE_URL, INRGATE_MCH_ID   as the options of that name
  INRGATE_MCH_KEY       API Key: signs pay-ins
  INRGATE_MCH_SECRET    API Secret: signs payouts, the balance and payment links
  INRGATE_CONTROL_URL   the mock gateway's control API, if not at the base URL's origin
  INRGATE_CONTROL_TOKEN its token
  NO_COLOR              no colours

Exit codes:
  0 done   1 the gateway refused   2 wrong usage   3 no answer, or not known what happened   4 a check failed`;

const examples = `
Examples:
  $ inrgate serve
  $ inrgate payin create --mch-order-no ORDER-1 --amount 500.00
  $ inrgate payin get --mch-order-no ORDER-1
  $ inrgate balance --json`;

/** Runs one command line and answers its exit code. Throws nothing. */
export async function runCommandLine(argv: readonly string[]): Promise<ExitCode> {
  const program = createProgram();
  // `inrgate help serve` is `inrgate serve --help`: the options are known once the command is loaded.
  const args = argv[0] === 'help' ? [...argv.slice(1), '--help'] : argv;
  try {
    await program.parseAsync([...args], { from: 'user' });
    return exitCodes.done;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.usage;
    const [{ report }, { Output }] = await Promise.all([import('./report.ts'), import('./output.ts')]);
    const { json = false, quiet = false } = program.opts<GlobalOptions>();
    return report(error, new Output({ json, quiet }));
  }
}

function createProgram(): Command {
  const program = new Command('inrgate')
    .description('A payment gateway on your desk, and the command for any gateway that speaks the same API.')
    .version(manifest.version)
    .addOption(new Option('--base-url <url>', 'root of the v3 API').helpGroup('Global Options:'))
    .addOption(new Option('--legacy-base-url <url>', 'root of the v1 API').helpGroup('Global Options:'))
    .addOption(new Option('--mch-id <id>', 'Merchant ID').helpGroup('Global Options:'))
    .addOption(new Option('--json', 'JSON for programs').helpGroup('Global Options:'))
    .addOption(new Option('--quiet', 'no notes').helpGroup('Global Options:'))
    .addOption(new Option('--no-color', 'no colours').helpGroup('Global Options:'))
    .helpCommand(false)
    .configureHelp({ showGlobalOptions: true })
    .showSuggestionAfterError()
    .exitOverride()
    .addHelpText('after', `${environment}\n${examples}`)
    .on('option:no-color', () => {
      process.env['NO_COLOR'] = '1';
    });
  for (const { name, summary } of commands) program.command(name).description(summary);
  return program.hook('preSubcommand', async (_program, command) => {
    const { load } = commands.find(({ name }) => name === command.name()) ?? {};
    (await load?.())?.register(command);
  });
}
