import type { Command } from 'commander';
import { payouts, registerGet } from '../../orders/orders.ts';

/** `inrgate payout get`. */
export function register(command: Command): void {
  registerGet(command, payouts);
}
