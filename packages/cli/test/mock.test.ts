import { Command } from 'commander';
import { expect, test } from 'vitest';
import { register } from '../src/commands/mock.ts';

/** Returns every command below `mock` that has an action, by its words. */
function leaves(command: Command, words: readonly string[]): readonly (readonly [string, Command])[] {
  if (command.commands.length === 0) return [[words.join(' '), command]];
  return command.commands.flatMap((child) => leaves(child, [...words, child.name()]));
}

const mock = new Command('mock');
register(mock);

test('every call of the control API has a command', () => {
  const names = mock.commands.map((command) => command.name());
  expect(names).toEqual(
    expect.arrayContaining([
      ...['pay', 'fail', 'approve', 'complete', 'reject', 'cancel', 'advance', 'freeze', 'resume', 'reset'],
      ...['credit', 'fault', 'resend', 'test-callback', 'merchants', 'callbacks'],
    ]),
  );
});

test.each(leaves(mock, ['mock']))(
  'the help of %s describes the effect of the command, with an example',
  (words, command) => {
    let help = '';
    command.configureOutput({ writeOut: (text) => (help += text) });
    command.outputHelp();
    expect(command.description()).not.toBe('');
    expect(help).toMatch(new RegExp(`^  \\$ inrgate ${words}`, 'm'));
  },
);
