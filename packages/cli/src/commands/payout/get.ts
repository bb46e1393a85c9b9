import type { Command } from 'commander';
import { payouts, registerGet } from '../../session/orders.ts';

export function register(command: Command): void {
  registerGet(command, payouts);
}
