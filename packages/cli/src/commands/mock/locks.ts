import type { Command } from 'commander';
import { registerList } from '../../mock/list-command.ts';
import { onCall } from '../../session/session.ts';

export function registerLocks(parent: Command): void {
  const list = parent
    .command('locks')
    .description('list the IP addresses that are locked after wrong signatures, and the end of each lock');
  const columns = ['ip', 'failures', 'lockedUntil'] as const;
  registerList(list, { title: 'Locks', path: '/locks', columns, paged: false });
  list.addHelpText('after', '\nExample:\n  $ inrgate mock locks');
  registerUnlock(parent.command('unlock'));
}

function registerUnlock(command: Command): void {
  command
    .description('unlock an IP address, or all IP addresses, after too many wrong signatures')
    .argument('[ip]', 'IP address (default: all locked IP addresses)')
    .addHelpText('after', '\nExamples:\n  $ inrgate mock unlock 127.0.0.1\n  $ inrgate mock unlock');
  onCall(command, async (session, _options, [ip]) => {
    const control = session.control();
    if (ip !== undefined) {
      await control.delete('/locks/:id', { id: ip });
      session.output.note(`unlocked ${ip}`);
      return;
    }
    const { items } = await control.page('/locks');
    await control.delete('/locks');
    const unlocked = items.map((lock) => `unlocked ${lock.ip}`);
    session.output.note(...(unlocked.length === 0 ? ['no IP address is locked'] : unlocked));
  });
}
