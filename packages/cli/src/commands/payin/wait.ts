import type { Command } from 'commander';
import { registerWait } from '../../session/order-wait.ts';
import { payins } from '../../session/orders.ts';

export function register(command: Command): void {
  registerWait(command, payins);
}
