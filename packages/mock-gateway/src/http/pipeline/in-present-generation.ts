import type { Trace } from '../../observability/trace.ts';
import { GenerationEnded } from '../../operations/ports.ts';
import type { WireResponse } from '../core/exchange.ts';
import type { WireServices } from './services.ts';

interface Decided {
  readonly services: WireServices;
  readonly trace: Trace;
}

/**
 * Decides a request. Repeats the decision if a reset occurred before the commit. The second decision uses the new
 * merchants and settings, but the old limits. The new generation therefore does not count a wrong signature for a
 * removed merchant.
 */
export async function inPresentGeneration<Call extends Decided>(
  call: Call,
  decide: (call: Call) => Promise<WireResponse>,
): Promise<WireResponse> {
  const { locks, rates } = call.services;
  for (let current = call; ; ) {
    try {
      return await decide(current);
    } catch (error) {
      if (!(error instanceof GenerationEnded)) throw error;
    }
    const present = await call.services.present();
    call.trace.isPresent = present.ports.isPresent;
    current = { ...current, services: { ...present, locks, rates } };
  }
}
