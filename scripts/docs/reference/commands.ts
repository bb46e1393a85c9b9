import { loadCommand } from '../../../packages/cli/src/input/lazy-commands.ts';
import { profilesFile } from '../../../packages/cli/src/profiles/store.ts';
import { createProgram } from '../../../packages/cli/src/program.ts';
import { fence, pageOf } from './markdown.ts';

type Command = ReturnType<typeof createProgram>;

/** Characters of a line of the help. */
const width = 110;

/** Every command, as its own help tells it. */
export async function commandsPage(): Promise<string> {
  const program = await loaded(createProgram());
  const commands = below(program).filter(
    (command) => command.commands.length === 0 || command.parent === program,
  );
  return pageOf(
    'Every command',
    '`inrgate` as its own help tells it; [the command](../../packages/cli/README.md) says what it is for.',
    fence(helpOf(program)),
    ...commands.map((command) => `${mark(command)} ${nameOf(command)}\n\n${fence(helpOf(command))}`),
  );
}

async function loaded(command: Command): Promise<Command> {
  await loadCommand(command);
  await Promise.all(command.commands.map(loaded));
  return command;
}

/** All below a command, in the order of the help, without those that the help does not name. */
function below(command: Command): readonly Command[] {
  return command
    .createHelp()
    .visibleCommands(command)
    .filter((one) => one.name() !== 'help')
    .flatMap((one) => [one, ...below(one)]);
}

function nameOf(command: Command): string {
  return command.parent === null ? command.name() : `${nameOf(command.parent)} ${command.name()}`;
}

function mark(command: Command): string {
  return '#'.repeat(nameOf(command).split(' ').length);
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
