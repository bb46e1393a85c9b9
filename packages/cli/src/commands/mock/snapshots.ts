import type { Command } from 'commander';
import { listText } from '../../mock/control-text.ts';
import { onCall, type Session } from '../../session/session.ts';

export function registerSnapshots(parent: Command): void {
  const snapshot = parent
    .command('snapshot')
    .description('save and restore the whole state of the mock gateway')
    .addHelpText(
      'after',
      `
A snapshot contains the orders, the ledger, the callbacks, the merchants, the settings and the clock. Snapshots require a
gateway that stores its data in memory or in a file.

Examples:
  $ inrgate mock snapshot save fixtures
  $ inrgate mock snapshot restore fixtures`,
    );
  registerOne(snapshot, 'save', 'save the current state under a name', async (session, name) => {
    const saved = await session.control().post('/snapshots', { body: { name } });
    session.output.data(saved, () => `saved ${saved.name}: ${saved.orders} orders, ${saved.createdAt}`);
  });
  registerOne(snapshot, 'restore', 'restore a saved state', async (session, id) => {
    await session.control().post('/snapshots/:id/restore', { id });
    session.output.data({ restored: id }, () => `restored ${id}`);
  });
  registerOne(snapshot, 'remove', 'remove a saved state', async (session, id) => {
    await session.control().delete('/snapshots/:id', { id });
    session.output.data({ removed: id }, () => `removed ${id}`);
  });
  const list = snapshot
    .command('list')
    .description('list the saved states')
    .addHelpText('after', '\nExample:\n  $ inrgate mock snapshot list');
  onCall(list, async (session) => {
    const { items } = await session.control().get('/snapshots');
    session.output.data({ items }, () => listText('Snapshots', items, ['name', 'createdAt', 'orders']));
  });
}

function registerOne(
  parent: Command,
  verb: string,
  description: string,
  work: (session: Session, name: string) => Promise<void>,
): void {
  const command = parent
    .command(verb)
    .description(description)
    .argument('<name>', 'name of the state: 1 to 64 letters, digits, "_" and "-"')
    .addHelpText('after', `\nExample:\n  $ inrgate mock snapshot ${verb} fixtures`);
  onCall(command, (session, _options, [name = '']) => work(session, name));
}
