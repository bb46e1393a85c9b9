import type { Command } from 'commander';
import { registerWait } from '../../orders/order-wait.ts';
import { payins } from '../../orders/orders.ts';

/** `inrgate payin wait`. */
export function register(command: Command): void {
  registerWait(command, payins);
}
