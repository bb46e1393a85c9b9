import type { CommandJson, CreateRow } from './write-commands.ts';

/**
 * Combines adjacent creates into one command that returns a result for each create. The order numbers within a command
 * differ, because they identify the results.
 */
export function withCoalescedCreates(commands: readonly CommandJson[]): readonly CommandJson[] {
  const found: CommandJson[] = [];
  let creates: Creates | null = null;
  for (const command of commands) {
    const { deposit } = command;
    if (deposit === undefined) {
      creates = null;
      found.push(command);
    } else if (creates !== null && goesWith(creates, command, deposit)) {
      creates.deposits.push(deposit);
    } else {
      const first: Creates = { do: 'creates', era: command.era, deposits: [deposit] };
      found.push(first);
      creates = first;
    }
  }
  return found;
}

interface Creates extends CommandJson {
  readonly deposits: CreateRow[];
}

function goesWith(creates: Creates, { era }: CommandJson, { order_no: orderNo }: CreateRow): boolean {
  return creates.era === era && creates.deposits.every((deposit) => deposit.order_no !== orderNo);
}
