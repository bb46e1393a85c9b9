import type { Command } from 'commander';
import { bold, fields } from '../output/output.ts';
import { onCall } from '../session/session.ts';

export function register(command: Command): void {
  command.addHelpText(
    'after',
    `
Examples:
  $ inrgate balance
  $ inrgate balance --json | jq -r .available`,
  );
  onCall(command, async (session) => {
    const client = await session.client('mchSecret');
    const wallet = await client.balance.retrieve({ signal: session.signal });
    session.output.data(wallet, () => `${bold('Wallet')}\n${fields(wallet)}`);
  });
}
