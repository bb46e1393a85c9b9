import type { Command } from 'commander';
import { addOrderCommands, payouts } from '../session/orders.ts';

export function register(command: Command): void {
  addOrderCommands(command, payouts);
}
