import type { Command } from 'commander';
import { table } from '../../output/table.ts';
import { readProfiles } from '../../session/profile-store.ts';
import { onCall } from '../../session/session.ts';
import { withoutKeys } from '../../session/without-keys.ts';

export function register(command: Command): void {
  command.addHelpText('after', '\nExamples:\n  $ inrgate profile list\n  $ inrgate profile list --json');
  onCall(command, async ({ output }) => {
    const { current, byName } = readProfiles();
    const items = [...byName].map(([name, profile]) => withoutKeys(name, profile, current));
    output.data({ items }, () => (items.length === 0 ? 'no profile is saved' : profileTable(items)));
    if (items.length === 0) output.note('next: inrgate profile add NAME');
  });
}

function profileTable(items: readonly ReturnType<typeof withoutKeys>[]): string {
  return table(
    ['', 'name', 'mchId', 'baseUrl', 'mchKey', 'mchSecret'],
    items.map(({ current, name, mchId, baseUrl, mchKey, mchSecret }) => [
      current ? '*' : '',
      ...[name, mchId, baseUrl, mchKey, mchSecret],
    ]),
  );
}
