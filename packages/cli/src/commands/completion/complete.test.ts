import { Argument, Command, Option } from 'commander';
import { beforeEach, expect, test } from 'vitest';
import { completedWith } from '../../input/completed-with.ts';
import { addCommands } from '../../input/lazy-commands.ts';
import { completions } from './complete.ts';

let program: Command;

beforeEach(() => {
  program = new Command('inrgate').version('1').option('--json', 'print JSON');
  const register = (command: Command) => {
    command
      .addArgument(completedWith(new Argument('<scenario>', 'what'), () => ['payin.success', 'payin.failed']))
      .addArgument(new Argument('[file...]', 'files'))
      .addOption(new Option('--format <format>', 'how').choices(['json', 'form']))
      .addOption(new Option('-o, --output <file>', 'where'))
      .addOption(new Option('--secret', 'not for all').hideHelp());
  };
  addCommands(program, [
    ['trigger', 'make it happen', async () => ({ register })],
    ['track', 'follow it', () => Promise.reject(new Error('cannot be loaded'))],
  ]);
});

function complete(...words: string[]): Promise<string> {
  return completions(program, words);
}

test.each([
  ['commands', ['tr'], 'trigger\tmake it happen\ntrack\tfollow it\n'],
  ['all commands', [''], 'trigger\tmake it happen\ntrack\tfollow it\n'],
  ['global options', ['--j'], '--json\tprint JSON\n'],
  ['options', ['trigger', '--f'], '--format\thow\n'],
  ['global options of a command', ['trigger', '--js'], '--json\tprint JSON\n'],
  ['help', ['trigger', '--he'], '--help\tdisplay help for command\n'],
  ["an option's value", ['trigger', '--format', 'j'], 'json\t\n'],
  ["an option's value after =", ['trigger', '--format=j'], '--format=json\t\n'],
  ["an option's value after a separate =", ['trigger', '--format', '=', 'j'], 'json\t\n'],
  ['every value after a separate =', ['trigger', '--format', '='], 'json\t\nform\t\n'],
  ['a file', ['trigger', '-o', ''], ':files\n'],
  ['an argument', ['trigger', 'payin.s'], 'payin.success\t\n'],
  ['an argument after options', ['--json', 'trigger', '--format', 'json', 'payin.f'], 'payin.failed\t\n'],
  ['the next argument', ['trigger', 'payin.failed', ''], ':files\n'],
  ['one argument of many', ['trigger', 'payin.failed', 'a', 'b', ''], ':files\n'],
  ['arguments after --', ['trigger', '--', 'payin.f'], 'payin.failed\t\n'],
  ['no option after --', ['trigger', '--', '--f'], ''],
  ['no hidden option', ['trigger', '--s'], ''],
  ['nothing for an unknown command', ['unknown', '--format', ''], ''],
  ['nothing when a command cannot be loaded', ['track', ''], ''],
])('the completion suggests %s', async (_case, words, expected) => {
  expect(await complete(...words)).toBe(expected);
});
