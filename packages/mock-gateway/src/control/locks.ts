import { isIPv6, SocketAddress } from 'node:net';
import { ControlError } from '../http/core/control-error.ts';
import { plainAddress } from '../http/core/ip-list.ts';
import { type Lock, lockEnd } from '../limits/signature-lock.ts';
import { call } from './call.ts';
import { onePage } from './paging.ts';
import type { ControlResponse } from './responses/responses.ts';

/** Calls that list and remove locks. During a lock, v3 calls from the IP address return 429 `too_many_failures`. */
export const lockCalls = {
  /** Lists the locks in one page. The lock that ends last is first. */
  list: call({
    route: 'GET /locks',
    summary: 'List the IP addresses that wrong signatures locked',
    response: 'LockList',
    run: async ({ signatureLock, clock }) => onePage(signatureLock.list(clock.now()).map(lockView)),
  }),
  /**
   * Removes the lock of one IP address, and resets the count of wrong signatures.
   *
   * @throws {ControlError} `not_found` if the IP address is not locked
   */
  lift: call({
    route: 'DELETE /locks/:id',
    summary: 'Remove the lock of an IP address',
    run: async ({ signatureLock, clock }, { id }): Promise<void> => {
      const lifted = spellingsOf(id).map((address) => signatureLock.lift(address, clock.now()));
      if (!lifted.includes(true)) throw new ControlError('not_found', 'This IP address is not locked.');
    },
  }),
  /** Removes all locks, and resets the counts of wrong signatures. */
  liftAll: call({
    route: 'DELETE /locks',
    summary: 'Remove all locks',
    run: async ({ signatureLock }): Promise<void> => signatureLock.clear(),
  }),
};

function lockView(lock: Lock): ControlResponse<'Lock'> {
  return { ip: lock.ip, failures: lock.failures, lockedUntil: lockEnd(lock) };
}

/** Returns the IP address as given, and in the notation of a socket: `0:0:0:0:0:0:0:1` is `::1`. */
function spellingsOf(ip: string): readonly string[] {
  const address = plainAddress(ip);
  return isIPv6(address) ? [address, new SocketAddress({ address, family: 'ipv6' }).address] : [address];
}
