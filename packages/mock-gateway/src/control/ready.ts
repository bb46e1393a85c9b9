import { before, elapsed } from '../store/real-time.ts';
import { StoreError } from '../store/store-error.ts';
import type { ControlDeps } from './deps.ts';

/** Readiness for a load balancer, with a readable reason if the gateway is not ready. */
export type Readiness =
  | { readonly ready: true }
  | { readonly ready: false; readonly error: 'not_ready'; readonly message: string };

/** Maximum real milliseconds for a write of the store, so `/ready` responds within a second. */
const writesWithin = 800;

/** Creates the readiness check (contract: GET /ready). */
export function readiness({ ports, isEnding }: ControlDeps): () => Promise<Readiness> {
  let trying: Promise<void> | null = null;
  async function tryToWrite(): Promise<void> {
    await ports.store.commit([]).catch(unlessReset);
  }
  return async () => {
    if (isEnding()) return notReady('The gateway is shutting down. It still responds to requests.');
    // Try one write at a time, because repeated calls must not accumulate writes in a store that hangs.
    trying ??= tryToWrite().finally(() => {
      trying = null;
    });
    const end = elapsed() + writesWithin;
    let isLate = false;
    const late = () => {
      isLate = true;
    };
    try {
      await before(() => end, trying, late);
      return { ready: true };
    } catch (error) {
      if (isLate) return notReady(`The gateway’s store accepted no write within ${writesWithin} ms.`);
      const code = error instanceof StoreError ? `: ${error.code}` : '';
      return notReady(`The gateway’s store accepts no writes${code}.`);
    }
  };
}

/** Ignores an error after a reset, because the store of the new generation accepts writes. */
function unlessReset(error: unknown): void {
  if (!(error instanceof StoreError && error.code === 'store_reset')) throw error;
}

function notReady(message: string): Readiness {
  return { ready: false, error: 'not_ready', message };
}
