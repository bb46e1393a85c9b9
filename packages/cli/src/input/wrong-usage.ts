import type { CommanderError } from 'commander';
import { UsageError } from '../output/usage-error.ts';
import { variables } from './environment.ts';
import { didYouMean } from './suggest.ts';

/** Where keys come from, in place of an argument (contract: Command line). */
const whereKeysComeFrom =
  `set ${variables.mchKey} or ${variables.mchSecret}, save a profile with: inrgate profile add NAME, or give none ` +
  'and type it when you are asked';

/**
 * What a key given as an argument is answered. Commander would repeat the key, or offer an option to put it into that is
 * shown.
 */
export function keyAsArgument(name: string, cause?: unknown): UsageError {
  return new UsageError(
    `${name}: a key is never an argument, which others on this machine and your shell's history see; ${whereKeysComeFrom}`,
    { cause },
  );
}

/**
 * What commander found wrong, as everything else that is wrong with a command line. It repeats no value: whatever
 * stands at a wrong place may be a key.
 */
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
  // `-kVALUE` is one word; and no option has a blank in it.
  const known = /^(?:-\w|--[\w-]+)$/.test(name) ? ` '${name}'` : '';
  return new UsageError(`unknown option${known}${suggestion.replace('\n', ' ')}`, { cause: error });
}

/** The messages of commander that hold a value, without it. */
const withoutValues: readonly (readonly [RegExp, string])[] = [
  [/^option '([^']*)' (?:argument|value) '.*' (?:from .*?)?is invalid\. /s, '$1: '],
  [/^command-argument value '.*' is invalid for argument '([^']*)'\. /s, '<$1>: '],
  [/^(too many arguments.*?but got \d+): .*$/s, '$1'],
  // Where another was meant, it is no key.
  [/^unknown command '(?!.*\n\(Did you mean ).*$/s, 'there is no such command: --help lists them'],
];

function wrongUsage(error: CommanderError): UsageError {
  if (error.code === 'commander.help')
    return new UsageError('which command? --help lists them', { cause: error });
  const message = withoutValues.reduce(
    (text, [pattern, replacement]) => text.replace(pattern, replacement),
    error.message.replace(/^error: /, ''),
  );
  return new UsageError(message.replaceAll('\n', ' '), { cause: error });
}
