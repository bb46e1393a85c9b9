import { loadCommand } from '../../../packages/cli/src/input/lazy-commands.ts';
import { createProgram } from '../../../packages/cli/src/program.ts';
import { profilesFile } from '../../../packages/cli/src/session/profile-store.ts';
import { code, fence, pageOf, table } from './markdown.ts';

type Command = ReturnType<typeof createProgram>;
type Option = Command['options'][number];

const width = 110;

/** Creates the page with the help of every command. Lists options of all commands only once. */
export async function commandsPage(): Promise<string> {
  const shared = sharedOptions(createProgram());
  const [main, ...all] = await helpsOf(createProgram());
  const commands = all.filter(({ command }) => command.commands.length === 0 || depthOf(command) === 1);
  return pageOf(
    'Every command',
    'The help text of each `inrgate` command. For an introduction, see [the CLI overview](../../packages/cli/README.md).',
    fence(main?.help ?? ''),
    '## Shared options',
    'Every command accepts these options. The sections below list only the options of each command.',
    table(
      ['option', 'description'],
      shared.map(({ flags, description }) => [code(flags), description]),
    ),
    ...commands.flatMap(({ command, help }) => [
      `${mark(command)} ${nameOf(command)}`,
      fence(help),
      'Also accepts the [shared options](#shared-options).',
    ]),
  );
}

/** Returns the options that `--help` lists for every command: the options of the program, and `--help`. */
function sharedOptions(program: Command): readonly Option[] {
  return program.createHelp().visibleOptions(program);
}

interface Help {
  readonly command: Command;
  readonly help: string;
}

/**
 * Returns the help of a command and of its visible subcommands, in the order of the help. Like `--help`, formats each
 * command before its subcommands are loaded.
 */
async function helpsOf(command: Command): Promise<readonly Help[]> {
  await loadCommand(command);
  const help = helpOf(command);
  const below = command.createHelp().visibleCommands(command);
  const helps = await Promise.all(below.filter((one) => one.name() !== 'help').map(helpsOf));
  return [{ command, help }, ...helps.flat()];
}

function nameOf(command: Command): string {
  return command.parent === null ? command.name() : `${nameOf(command.parent)} ${command.name()}`;
}

function depthOf({ parent }: Command): number {
  return parent === null ? 0 : depthOf(parent) + 1;
}

function mark(command: Command): string {
  return '#'.repeat(depthOf(command) + 1);
}

function helpOf(command: Command): string {
  let text = '';
  command.configureHelp({ showGlobalOptions: false, visibleOptions: ownOptions });
  command.configureOutput({
    writeOut: (part) => {
      text += part;
    },
    getOutHelpWidth: () => width,
    getOutHasColors: () => false,
  });
  command.outputHelp();
  // Replace the folder of the profiles, because it depends on the machine.
  return text.replaceAll(profilesFile(), '~/.config/inrgate/profiles.json');
}

function ownOptions({ parent, options }: Command): Option[] {
  return parent === null ? [] : options.filter(({ hidden }) => !hidden);
}
