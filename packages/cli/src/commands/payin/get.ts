import type { Command } from 'commander';
import { payins, registerGet } from '../../orders/orders.ts';

/** `inrgate payin get`. */
export function register(command: Command): void {
  registerGet(command, payins);
}
