import { Command, Option } from 'commander';
import { expect, test, vi } from 'vitest';
import { createProgram } from '../../program.ts';
import { register } from '../serve.ts';
import { optionsOf, readEnvironment, variableOf } from './option-variables.ts';

test.each([
  ['the environment sets an option', [], 'of-the-environment', 'INRGATE_PUBLIC_URL'],
  ['an option takes precedence', ['--public-url', 'given'], 'given', '--public-url'],
] as const)('%s [contract:serve.environment]', async (_what, args, value, name) => {
  vi.stubEnv('INRGATE_PUBLIC_URL', 'of-the-environment');
  const command = new Command().addOption(new Option('--public-url <url>')).action(() => {});
  const nameOf = readEnvironment(command);
  await command.parseAsync(args, { from: 'user' }).finally(() => vi.unstubAllEnvs());
  expect({ ...command.opts(), name: nameOf('publicUrl') }).toEqual({ publicUrl: value, name });
});

/** The options of `inrgate serve`, without the action. */
function serve() {
  const program = new Command('inrgate');
  for (const option of createProgram().options) program.addOption(option);
  const command = program.command('serve');
  register(command);
  command.action(() => {});
  return { program, command };
}

const options = optionsOf(serve().command).map(({ option }) => option);

test('the option tests include every serve option of the contract', () => {
  const ofContract =
    'host port db config control-token public-url trust-proxy max-deliveries max-per-receiver json simulate';
  expect(options.map(({ long }) => long)).toEqual(
    expect.arrayContaining(ofContract.split(' ').map((name) => `--${name}`)),
  );
});

test.each(options)(
  'an environment variable sets the option $long of serve [contract:serve.environment]',
  async (option) => {
    const text = option.parseArg === undefined ? 'some text' : '7';
    const parsed = async (args: readonly string[]) => {
      const { program, command } = serve();
      await program.parseAsync(['serve', ...args], { from: 'user' });
      return command.optsWithGlobals();
    };
    const given = await parsed(option.required ? [String(option.long), text] : [String(option.long)]);
    for (const value of option.required ? [text] : ['true', '1']) {
      vi.stubEnv(variableOf(option), value);
      expect(await parsed([]).finally(() => vi.unstubAllEnvs())).toEqual(given);
    }
    expect(await parsed([])).not.toEqual(given);
  },
);
