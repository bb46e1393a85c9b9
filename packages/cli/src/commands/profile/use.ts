import type { Command } from 'commander';
import { UsageError } from '../../output/usage-error.ts';
import { profileArgument } from '../../session/profile-argument.ts';
import { changeProfiles, profileNamed } from '../../session/profile-store.ts';
import { onCall } from '../../session/session.ts';

export function register(command: Command): void {
  command
    .addArgument(profileArgument('[name]'))
    .option('--none', 'use the demo merchant of the gateway on this machine')
    .addHelpText('after', '\nExamples:\n  $ inrgate profile use shop\n  $ inrgate profile use --none');
  onCall<{ readonly none?: true }>(command, async ({ output }, { none }, [name]) => {
    if ((name === undefined) === (none === undefined)) {
      throw new UsageError('the profile name is missing. Add a profile name, or use --none');
    }
    await changeProfiles((profiles) => {
      if (name !== undefined) profileNamed(name, profiles);
      return { ...profiles, current: name };
    });
    output.data({ current: name ?? null }, () =>
      name === undefined ? 'no profile is the default now' : `profile ${name} is now the default`,
    );
  });
}
