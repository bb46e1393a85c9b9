import { type Command, CommanderError } from 'commander';
import { expect, test } from 'vitest';
import { loadCommand } from '../src/input/lazy-commands.ts';
import { createProgram } from '../src/program.ts';
import { scenarioNames } from '../src/trigger/scenario.ts';
import { adviceIn, sources, unfoundIn, unknown } from './advice.ts';

/** Errors that the test ignores: a missing order number or subcommand, and requests for the help or the version. */
const harmless = new Set(
  ['missingArgument', 'help', 'helpDisplayed', 'version'].map((code) => `commander.${code}`),
);

const scenarios = await scenarioNames();

/** Loads a command and its subcommands, and removes their actions. */
async function prepared(command: Command): Promise<Command> {
  await loadCommand(command);
  command.exitOverride().configureOutput({ writeOut: () => {}, writeErr: () => {}, outputError: () => {} });
  if (command.commands.length === 0) command.action(() => {});
  await Promise.all(command.commands.map(prepared));
  return command;
}

/** Returns the error of a command line, or null if the command line is valid. */
async function problemOf(words: readonly string[]): Promise<string | null> {
  const program = await prepared(createProgram());
  try {
    const asked = words.filter((word) => word !== 'help');
    await program.parseAsync(asked, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return harmless.has(error.code) || error.message.includes(`'${unknown}'`) ? null : error.message;
  }
  const [name, scenario = ''] = words;
  const known = scenarios.includes(scenario) || /^(-.*|[A-Z]*)$/.test(scenario);
  return name !== 'trigger' || known ? null : `unknown scenario ${scenario}`;
}

async function helps(): Promise<readonly { readonly file: string; readonly text: string }[]> {
  const all = (command: Command): readonly Command[] => [command, ...command.commands.flatMap(all)];
  return all(await prepared(createProgram())).map((command) => {
    let text = '';
    command.configureOutput({ writeOut: (part) => (text += part) }).outputHelp();
    // Skip the first line, because it is a pattern and not an example.
    return { file: `help of ${command.name()}`, text: text.replace(/^Usage: .*/, '') };
  });
}

test('every command in advice exists and supports the options in the advice', async () => {
  const advice = [...sources(), ...(await helps())].flatMap(adviceIn);
  expect(advice.length).toBeGreaterThan(200);
  const problems: string[] = [];
  for (const { where, words } of advice) {
    const problem = await problemOf(words);
    if (problem !== null) problems.push(`${where}: inrgate ${words.join(' ')}: ${problem}`);
  }
  expect(problems).toEqual([]);
});

test('the advice check finds every inrgate command that a source mentions', () => {
  const names = createProgram().commands.map((command) => command.name());
  const named = new RegExp(`^.*\\binrgate (${names.join('|')})\\b.*$`, 'gm');
  const problems = sources().flatMap((source) =>
    [...unfoundIn(source).matchAll(named)].map(([line]) => `${source.file}: ${line.trim()}`),
  );
  expect(problems).toEqual([]);
});

test('advice to print merchant keys includes --json', () => {
  const sentences = sources().flatMap(({ file, text }) =>
    [...text.matchAll(/[^.]*\bmock merchants\b[^.]*/g)].map(([sentence]) => `${file}: ${sentence}`),
  );
  const ofKeys = sentences.filter((sentence) => /\bkeys?\b/i.test(sentence));
  expect(ofKeys.length).toBeGreaterThan(1);
  expect(ofKeys.filter((sentence) => !sentence.includes('--json'))).toEqual([]);
});

test.each([
  [['explane'], "unknown command 'explane'"],
  [['mock', 'merchants', '--jsn'], "unknown option '--jsn'"],
  [['mock', 'lift'], "unknown command 'lift'"],
  [['trigger', 'payin.paid'], 'unknown scenario payin.paid'],
  [['listen', '--port', 'x'], 'Allowed: 0 to 65535'],
])('the advice check reports the command %j', async (words, problem) => {
  expect(await problemOf(words)).toContain(problem);
});
