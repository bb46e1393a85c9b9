import type { Command } from 'commander';
import { payouts, registerGet } from '../../orders.ts';

/** `inrgate payout get`. */
export function register(command: Command): void {
  registerGet(command, payouts);
}
