import type { Command } from 'commander';
import { profileArgument } from '../../session/profile-argument.ts';
import { changeProfiles, profileNamed } from '../../session/profile-store.ts';
import { onCall } from '../../session/session.ts';

export function register(command: Command): void {
  command
    .addArgument(profileArgument('<name>'))
    .addHelpText('after', '\nExample:\n  $ inrgate profile remove shop');
  onCall(command, async ({ output }, _options, [name = '']) => {
    await changeProfiles((profiles) => {
      profileNamed(name, profiles);
      const byName = new Map([...profiles.byName].filter(([other]) => other !== name));
      return { current: profiles.current === name ? undefined : profiles.current, byName };
    });
    output.data({ removed: name }, () => `deleted profile ${name} and its keys`);
  });
}
