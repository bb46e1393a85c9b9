import type { Command } from 'commander';
import { payouts, registerGet } from '../../session/orders.ts';

/** `inrgate payout get`. */
export function register(command: Command): void {
  registerGet(command, payouts);
}
