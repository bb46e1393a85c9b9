import type { Trace } from '../../observability/trace.ts';
import { GenerationEnded } from '../../operations/ports.ts';
import type { WireResponse } from '../core/exchange.ts';
import type { WireServices } from './services.ts';

interface Decided {
  readonly services: WireServices;
  readonly trace: Trace;
}

/**
 * Decides a request, and once more when a reset came between its loading and its commit: it is then a request of after
 * the reset, with the merchants and settings of then. Only the limits count it where it came in: a merchant that the
 * reset took away is no wrong signature of the new generation.
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
