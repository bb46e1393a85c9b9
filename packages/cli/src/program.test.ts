import type { Command, Option } from 'commander';
import { expect, test } from 'vitest';
import { loadCommand } from './input/lazy-commands.ts';
import { createProgram } from './program.ts';

/** Finds every command with an action, by the words that call it. */
async function everyCommand(command: Command, words: readonly string[]): Promise<[string, Command][]> {
  await loadCommand(command);
  const subcommands = command.commands.filter((subcommand) => subcommand.name() !== '__complete');
  const below = await Promise.all(
    subcommands.map((subcommand) => everyCommand(subcommand, [...words, subcommand.name()])),
  );
  return subcommands.length > 0 ? below.flat() : [[words.join(' '), command]];
}

const commands = await everyCommand(createProgram(), ['inrgate']);

function helpOf(command: Command): string {
  let help = '';
  command.configureOutput({ writeOut: (text) => (help += text) }).outputHelp();
  return help;
}

test('the program contains every command of the contract', () => {
  const names = commands.map(([name]) => name.replace('inrgate ', ''));
  expect(names).toEqual(
    expect.arrayContaining([
      ...[
        'serve',
        'balance',
        'sign',
        'verify',
        'explain',
        'reconcile',
        'listen',
        'trigger',
        'logs',
        'completion',
        'mcp',
      ],
      ...['payin create', 'payin get', 'payin wait', 'link create', 'link get'],
      ...['payout create', 'payout get', 'payout wait'],
      ...['profile add', 'profile list', 'profile use', 'profile remove'],
    ]),
  );
});

test.each(commands)('the command %s has a summary and a help text with its example', (name, command) => {
  expect(command.description()).not.toBe('');
  expect(helpOf(command)).toContain(`\n  $ ${name}`);
});

test.each(commands)('the help of %s explains each of its options and arguments', (_name, command) => {
  for (const { flags, description } of command.options) expect([flags, description]).not.toEqual([flags, '']);
  for (const argument of command.registeredArguments) expect(argument.description).not.toBe('');
});

test.each(commands)('the command %s accepts no key as an argument', (_name, command) => {
  const flags = command.options.map(({ long }) => long);
  expect(flags.filter((flag) => /mch-?key|mch-?secret|api-?key|password/.test(flag ?? ''))).toEqual([]);
});

/** Returns the default of an option in the help: commander's own, or the default in the description. */
function printedDefault({ defaultValue, defaultValueDescription, description }: Option): string | undefined {
  if (typeof defaultValue !== 'boolean' && defaultValue !== undefined)
    return defaultValueDescription ?? String(defaultValue);
  // `in memory` and `FILE.result.csv` are descriptions, not values.
  const [, named] = /\(default: ([^\s)]+)\)/.exec(description) ?? [];
  return named;
}

const withDefaults = commands.flatMap(([name, command]) =>
  command.options.flatMap((option): [string, Option, string][] => {
    const printed = printedDefault(option);
    return printed === undefined ? [] : [[`${name} ${option.long ?? ''}`, option, printed]];
  }),
);

test('the help of a command states the defaults of its options', () => {
  const names = withDefaults.map(([name]) => name.replace('inrgate ', ''));
  expect(names).toEqual(
    expect.arrayContaining(['serve --port', 'serve --max-deliveries', 'mock callbacks settle --timeout']),
  );
});

test.each(withDefaults)(
  'the command %s accepts the default that its help prints',
  (_name, option, printed) => {
    const read = option.parseArg;
    const value: unknown = read === undefined ? printed : read(printed, undefined);
    if (option.defaultValue !== undefined) expect(value).toEqual(option.defaultValue);
  },
);
