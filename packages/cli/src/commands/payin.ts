import type { Command } from 'commander';
import { addOrderCommands, payins } from '../session/orders.ts';

export function register(command: Command): void {
  addOrderCommands(command, payins);
}
