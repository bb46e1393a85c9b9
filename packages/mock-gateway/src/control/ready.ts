import { before, elapsed } from '../postgres/connection/timers.ts';
import { StoreError } from '../store/store-error.ts';
import type { ControlDeps } from './deps.ts';

/** Whether a load balancer may send requests here, and if not, why, in words. */
export type Readiness =
  | { readonly ready: true }
  | { readonly ready: false; readonly error: 'not_ready'; readonly message: string };

/** Real milliseconds within which the store has to take a write: `/ready` responds within a second in every state. */
const writesWithin = 800;

/** contract: GET /ready. */
export function readiness({ ports, isEnding, synchronize }: ControlDeps): () => Promise<Readiness> {
  let trying: Promise<void> | null = null;
  async function tryToWrite(): Promise<void> {
    await synchronize?.();
    await ports.store.commit([]).catch(unlessReset);
  }
  return async () => {
    if (isEnding()) return notReady('The gateway is shutting down. It still responds to requests.');
    // One at a time: a store that hangs is not asked for more with every call.
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
      if (isLate) return notReady(`The gateway’s store took no write within ${writesWithin} ms.`);
      const code = error instanceof StoreError ? `: ${error.code}` : '';
      return notReady(`The gateway’s store takes no writes${code}.`);
    }
  };
}

/** A change of before a reset was refused by a store that takes those of after it. */
function unlessReset(error: unknown): void {
  if (!(error instanceof StoreError && error.code === 'store_reset')) throw error;
}

function notReady(message: string): Readiness {
  return { ready: false, error: 'not_ready', message };
}
