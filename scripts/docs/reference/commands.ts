import { loadCommand } from '../../../packages/cli/src/input/lazy-commands.ts';
import { createProgram } from '../../../packages/cli/src/program.ts';
import { profilesFile } from '../../../packages/cli/src/session/profile-store.ts';
import { fence, pageOf } from './markdown.ts';

type Command = ReturnType<typeof createProgram>;

/** Characters of a line of the help. */
const width = 110;

/** Every command, as its own help tells it. */
export async function commandsPage(): Promise<string> {
  const [program, ...all] = await helpsOf(createProgram());
  const commands = all.filter(({ command }) => command.commands.length === 0 || depthOf(command) === 1);
  return pageOf(
    'Every command',
    '`inrgate` as its own help tells it; [the command](../../packages/cli/README.md) says what it is for.',
    fence(program?.help ?? ''),
    ...commands.map(({ command, help }) => `${mark(command)} ${nameOf(command)}\n\n${fence(help)}`),
  );
}

/** A command, and what it prints when its help is asked for. */
interface Help {
  readonly command: Command;
  readonly help: string;
}

/**
 * The help of a command and of those below it, in the order of the help, without those that the help does not name. Each is
 * printed before its subcommands are loaded, as by `--help`, which loads no more than it needs.
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

/** Of the program itself 0. */
function depthOf({ parent }: Command): number {
  return parent === null ? 0 : depthOf(parent) + 1;
}

function mark(command: Command): string {
  return '#'.repeat(depthOf(command) + 1);
}

function helpOf(command: Command): string {
  let text = '';
  command.configureOutput({
    writeOut: (part) => {
      text += part;
    },
    getOutHelpWidth: () => width,
    getOutHasColors: () => false,
  });
  command.outputHelp();
  // Where it is on this machine is not where it is on the reader's.
  return text.replaceAll(profilesFile(), '~/.config/inrgate/profiles.json');
}
