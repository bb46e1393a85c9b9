import { Argument, type Command } from 'commander';
import { oneOf } from '../input/choices.ts';
import { onCall } from '../session/session.ts';
import { isShell, scripts, shells } from './completion/scripts.ts';

export function register(command: Command): void {
  command.addArgument(oneOf(new Argument('<shell>', 'name of the shell'), shells)).addHelpText(
    'after',
    `
Prints a completion script for commands, options and their values.

Examples:
  $ inrgate completion bash >> ~/.bashrc
  $ inrgate completion zsh >> ~/.zshrc
  $ inrgate completion fish > ~/.config/fish/completions/inrgate.fish`,
  );
  onCall(command, async ({ output }, _options, [shell = '']) => {
    const script = isShell(shell) ? scripts[shell] : '';
    output.data({ shell, script }, () => script);
  });
}
