import { Command, Option } from 'commander';
import { expect, test, vi } from 'vitest';
import { readEnvironment } from './option-variables.ts';

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
