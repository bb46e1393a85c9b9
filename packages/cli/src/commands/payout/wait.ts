import type { Command } from 'commander';
import { registerWait } from '../../orders/order-wait.ts';
import { payouts } from '../../orders/orders.ts';

/** `inrgate payout wait`. */
export function register(command: Command): void {
  registerWait(command, payouts);
}
