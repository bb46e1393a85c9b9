import type { Command } from 'commander';
import { onCall } from '../../session/session.ts';
import { describe } from './control-command.ts';
import { registerList } from './list-command.ts';

export function registerLocks(parent: Command): void {
  const list = describe(
    parent.command('locks'),
    'list the IP addresses that are locked after wrong signatures, and the end of each lock',
    'locks',
  );
  const columns = ['ip', 'failures', 'lockedUntil'] as const;
  registerList(list, { title: 'Locks', path: '/locks', columns, paged: false });
  const unlock = describe(
    parent.command('unlock'),
    'unlock an IP address, or all IP addresses, after too many wrong signatures',
    'unlock 127.0.0.1',
    'unlock',
  ).argument('[ip]', 'IP address (default: all locked IP addresses)');
  onCall(unlock, async (session, _options, [ip]) => {
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
