import type { Command } from 'commander';
import { registerCallbacks } from './mock/callbacks.ts';
import { registerClock } from './mock/clock.ts';
import { registerFault } from './mock/fault.ts';
import { registerGateway } from './mock/gateway.ts';
import { registerLocks } from './mock/locks.ts';
import { registerMerchants } from './mock/merchants.ts';
import { registerMoves } from './mock/moves.ts';
import { registerOrders } from './mock/orders.ts';
import { registerRequests } from './mock/requests.ts';
import { registerSettings } from './mock/settings.ts';
import { registerSnapshots } from './mock/snapshots.ts';
import { registerWallet } from './mock/wallet.ts';

/** `inrgate mock …`: all calls of the mock gateway's control API. */
export function register(command: Command): void {
  registerMoves(command);
  registerOrders(command);
  registerCallbacks(command);
  registerClock(command);
  registerFault(command);
  registerMerchants(command);
  registerWallet(command);
  registerRequests(command);
  registerLocks(command);
  registerSettings(command);
  registerSnapshots(command);
  registerGateway(command);
  command.addHelpText(
    'after',
    `
With --json, each command prints the unchanged response of the control API.

Examples:
  $ inrgate mock payins --status pending
  $ inrgate mock pay ORDER-1
  $ inrgate mock advance 31m
  $ inrgate mock fault add --endpoint payin --phase after --action drop --times 1`,
  );
}
