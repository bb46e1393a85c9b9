import type { Argument, Command, Option } from 'commander';
import { valuesOf } from '../../input/completed-with.ts';
import { loadCommand } from '../../input/lazy-commands.ts';
import { readProfiles } from '../../session/profile-store.ts';

interface TypingContext {
  readonly command: Command;
  readonly operands: number;
  readonly option: Option | undefined;
  /** True after `--`, so all further words are arguments. */
  readonly operandsOnly: boolean;
}

type Candidate = readonly [value: string, summary: string];

/**
 * Returns the candidates for the last word, one per line as `value<TAB>summary`, or the line `:files`. Ignores errors,
 * because a message would appear in the user's command line.
 */
export async function completions(program: Command, words: readonly string[]): Promise<string> {
  try {
    const candidates = await candidatesFor(program, words);
    if (candidates === 'files') return ':files\n';
    return candidates.map(([value, summary]) => `${value}\t${summary}\n`).join('');
  } catch {
    return '';
  }
}

async function candidatesFor(
  program: Command,
  words: readonly string[],
): Promise<'files' | readonly Candidate[]> {
  // bash splits `--option=value` into three words.
  const typed = words.filter((word) => word !== '=');
  const last = words.at(-1) === '=' ? '' : (typed.pop() ?? '');
  const { command, operands, option, operandsOnly } = await walk(program, typed);
  if (option !== undefined) return matching(await optionValues(option), last);
  const [flag, value] = operandsOnly ? [''] : splitFlag(last);
  if (value !== undefined) {
    const named = findOption(command, flag);
    const values = named === undefined ? [] : await optionValues(named);
    return values === 'files'
      ? 'files'
      : matching(
          values.map((word) => `${flag}=${word}`),
          last,
        );
  }
  if (!operandsOnly && last.startsWith('-')) return flags(command).filter(([name]) => name.startsWith(last));
  if (command.commands.length > 0) {
    return operands > 0 ? [] : subcommands(command).filter(([name]) => name.startsWith(last));
  }
  return matching(await valuesOf(argumentAt(command, operands)), last);
}

async function walk(program: Command, words: readonly string[]): Promise<TypingContext> {
  let command = program;
  let operands = 0;
  let option: Option | undefined;
  let operandsOnly = false;
  for (const word of words) {
    if (option !== undefined) {
      option = undefined;
    } else if (word === '--') {
      operandsOnly = true;
    } else if (word.startsWith('-') && !operandsOnly) {
      const named = findOption(command, word);
      option = named?.required || named?.optional ? named : undefined;
    } else {
      const next = command.commands.find((candidate) => candidate.name() === word);
      if (next === undefined) operands += 1;
      else await loadCommand(next);
      command = next ?? command;
    }
  }
  return { command, operands, option, operandsOnly };
}

function splitFlag(word: string): readonly [flag: string, value?: string] {
  const equals = word.indexOf('=');
  return word.startsWith('--') && equals > 0 ? [word.slice(0, equals), word.slice(equals + 1)] : [word];
}

function findOption(command: Command, word: string): Option | undefined {
  return optionsOf(command).find(({ short, long }) => word === short || word === long);
}

function optionsOf(command: Command): readonly Option[] {
  const above = command.parent === null ? [] : optionsOf(command.parent);
  return [...command.options, ...above].filter(({ hidden, long }) => !hidden && long !== '--version');
}

function flags(command: Command): readonly Candidate[] {
  const options = optionsOf(command).map(({ long, description }): Candidate => [long ?? '', description]);
  return [...options, ['--help', 'display help for command']];
}

function subcommands(command: Command): readonly Candidate[] {
  return command
    .createHelp()
    .visibleCommands(command)
    .map((subcommand) => [subcommand.name(), subcommand.description()]);
}

function argumentAt({ registeredArguments }: Command, index: number): Argument | undefined {
  const last = registeredArguments.at(-1);
  return registeredArguments[index] ?? (last?.variadic ? last : undefined);
}

async function optionValues(option: Option): Promise<'files' | readonly string[]> {
  return option.long === '--profile' ? [...readProfiles().byName.keys()] : valuesOf(option);
}

function matching(values: 'files' | readonly string[], last: string): 'files' | readonly Candidate[] {
  if (values === 'files') return values;
  return values.filter((value) => value.startsWith(last)).map((value) => [value, '']);
}
