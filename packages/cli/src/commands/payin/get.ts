import type { Command } from 'commander';
import { payins, registerGet } from '../../session/orders.ts';

/** `inrgate payin get`. */
export function register(command: Command): void {
  registerGet(command, payins);
}
