import { Argument, type Command } from 'commander';
import { completedWith } from '../input/completed-with.ts';
import { addCommands } from '../input/lazy-commands.ts';
import { table } from '../output/table.ts';
import { UsageError } from '../output/usage-error.ts';
import { changeProfiles, profileNamed, readProfiles, withoutKeys } from '../session/profile-store.ts';
import { onCall } from '../session/session.ts';

export function register(command: Command): void {
  addCommands(command, [
    ['add', 'save a merchant and its keys', () => import('./profile/add.ts')],
    ['list', 'list the profiles without their keys', async () => ({ register: registerList })],
    ['use', 'select the default profile', async () => ({ register: registerUse })],
    ['remove', 'delete a profile', async () => ({ register: registerRemove })],
  ]);
  command.addHelpText(
    'after',
    '\nExample:\n  $ inrgate profile add shop --base-url https://gateway.example/v3',
  );
}

function registerList(command: Command): void {
  command.addHelpText('after', '\nExamples:\n  $ inrgate profile list\n  $ inrgate profile list --json');
  onCall(command, async ({ output }) => {
    const { current, byName } = readProfiles();
    const items = [...byName].map(([name, profile]) => withoutKeys(name, profile, current));
    output.data({ items }, () => {
      if (items.length === 0) return 'no profile is saved';
      const columns = ['name', 'mchId', 'baseUrl', 'mchKey', 'mchSecret'] as const;
      return table(
        ['', ...columns],
        items.map((item) => [item.current ? '*' : '', ...columns.map((column) => item[column])]),
      );
    });
    if (items.length === 0) output.note('next: inrgate profile add NAME');
  });
}

function profileArgument(usage: string): Argument {
  const argument = new Argument(usage, 'name of the profile');
  return completedWith(argument, () => [...readProfiles().byName.keys()]);
}

function registerUse(command: Command): void {
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

function registerRemove(command: Command): void {
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
