import type { Command } from 'commander';
import { registerWait } from '../../session/order-wait.ts';
import { payouts } from '../../session/orders.ts';

export function register(command: Command): void {
  registerWait(command, payouts);
}
