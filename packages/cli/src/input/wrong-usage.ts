import { didYouMean } from '@inrgate/sdk/basics';
import type { CommanderError } from 'commander';
import { UsageError } from '../output/usage-error.ts';
import { variables } from './environment.ts';

/** Advice on how to pass keys (contract: Command line). */
const whereKeysComeFrom =
  `Set ${variables.mchKey} or ${variables.mchSecret}, enter the key at the prompt, or save a profile with: ` +
  'inrgate profile add NAME';

/** Commander's own message would contain the key, or suggest an option for it. */
export function keyAsArgument(name: string, cause?: unknown): UsageError {
  return new UsageError(
    `${name}: a key cannot be an argument, because other processes and the shell history can show arguments. ${whereKeysComeFrom}`,
    { cause },
  );
}

/** The message omits values, because a misplaced value can be a key. */
export function usageError(error: CommanderError): UsageError {
  return error.code === 'commander.unknownOption' ? unknownOption(error) : wrongUsage(error);
}

function unknownOption(error: CommanderError): UsageError {
  const [, word = '', suggestion = ''] =
    /^error: unknown option '(.*?)'(\n\(Did you mean .*\))?$/s.exec(error.message) ?? [];
  const [name = ''] = word.split('=');
  if (didYouMean(name, ['--mch-id', '--mch-key', '--mch-secret']).match(/-key|-secret/)) {
    return keyAsArgument(name, error);
  }
  // `-kVALUE` is one word, and no option contains a space.
  const known = /^(?:-\w|--[\w-]+)$/.test(name) ? ` '${name}'` : '';
  return new UsageError(`unknown option${known}${suggestion.replace('\n', ' ')}`, { cause: error });
}

const withoutValues: readonly (readonly [RegExp, string])[] = [
  [/^option '([^']*)' (?:argument|value) '.*' (?:from .*?)?is invalid\. /s, '$1: '],
  [/^command-argument value '.*' is invalid for argument '([^']*)'\. /s, '<$1>: '],
  [/^(too many arguments.*?but got \d+): .*$/s, '$1'],
  // If commander suggests a word, the argument is a misspelt command and not a key.
  [/^unknown command '(?!.*\n\(Did you mean ).*$/s, 'unknown command. --help lists the commands'],
];

function wrongUsage(error: CommanderError): UsageError {
  if (error.code === 'commander.help')
    return new UsageError('the command is missing. --help lists the commands', { cause: error });
  const message = withoutValues.reduce(
    (text, [pattern, replacement]) => text.replace(pattern, replacement),
    error.message.replace(/^error: /, ''),
  );
  return new UsageError(message.replaceAll('\n', ' '), { cause: error });
}
