import type { Command } from 'commander';
import { payins, registerGet } from '../../session/orders.ts';

export function register(command: Command): void {
  registerGet(command, payins);
}
