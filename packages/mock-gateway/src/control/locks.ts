import { isIPv6, SocketAddress } from 'node:net';
import { ControlError } from '../http/core/control-error.ts';
import { plainAddress } from '../http/core/ip-list.ts';
import { type Lock, lockEnd } from '../limits/signature-lock.ts';
import type { ControlGateway } from './control-gateway.ts';
import { onePage } from './paging.ts';
import type { ControlResponse } from './responses/responses.ts';

/** Calls that list and remove locks. During a lock, v3 calls from the IP address return 429 `too_many_failures`. */
export function lockControls({ clock, signatureLock }: ControlGateway) {
  return {
    /** Lists the locks in one page. The lock that ends last is first. */
    list: async () => onePage(signatureLock.list(clock.now()).map(lockView)),

    /**
     * Removes the lock of one IP address, or all locks, and resets the count of wrong signatures.
     *
     * @throws {ControlError} `not_found` if the IP address is not locked
     */
    async lift(ip?: string): Promise<void> {
      if (ip === undefined) return signatureLock.clear();
      const lifted = spellingsOf(ip).map((address) => signatureLock.lift(address, clock.now()));
      if (!lifted.includes(true)) throw new ControlError('not_found', 'This IP address is not locked.');
    },
  };
}

function lockView(lock: Lock): ControlResponse<'Lock'> {
  return { ip: lock.ip, failures: lock.failures, lockedUntil: lockEnd(lock) };
}

/** Returns the IP address as given, and in the notation of a socket: `0:0:0:0:0:0:0:1` is `::1`. */
function spellingsOf(ip: string): readonly string[] {
  const address = plainAddress(ip);
  return isIPv6(address) ? [address, new SocketAddress({ address, family: 'ipv6' }).address] : [address];
}
