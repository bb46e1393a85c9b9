import type { KnownMerchant } from '@inrgate/conformance';
import { isLoopback } from '@inrgate/sdk/basics';
import type { Session } from '../session/session.ts';

/**
 * Merchant whose signatures the check can verify, or null if no key is known. The demo merchant's keys apply only to a
 * gateway on this machine.
 */
export function knownMerchant({ settings }: Session, gateway: URL | null): KnownMerchant | null {
  const { mchId, mchKey, mchSecret, isDemo } = settings;
  if (mchId === undefined || (mchKey === undefined && mchSecret === undefined)) return null;
  if (isDemo && gateway !== null && !isLoopback(gateway.hostname)) return null;
  return { mchId, mchKey, mchSecret };
}

/** Keys that a recording must not contain. */
export function keysOf(known: KnownMerchant | null): readonly string[] {
  return [known?.mchKey, known?.mchSecret].filter((key) => key !== undefined);
}
