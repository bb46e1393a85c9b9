import type { Command } from 'commander';
import { registerFault } from './mock/fault.ts';
import {
  registerClock,
  registerGateway,
  registerLocks,
  registerSettings,
  registerSnapshots,
} from './mock/gateway.ts';
import { registerMerchants, registerWallet } from './mock/merchants.ts';
import { registerMoves } from './mock/moves.ts';
import { registerCallbacks, registerOrders } from './mock/orders.ts';
import { registerRequests } from './mock/requests.ts';

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
