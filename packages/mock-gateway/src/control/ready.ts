import { StoreError } from '../store/store-error.ts';
import type { ControlDeps } from './deps.ts';

/** Whether a load balancer may send requests here, and if not, why, in words. */
export type Readiness =
  | { readonly ready: true }
  | { readonly ready: false; readonly error: 'not_ready'; readonly message: string };

/** contract: GET /ready. */
export async function readiness({ ports, isEnding, catchUp }: ControlDeps): Promise<Readiness> {
  if (isEnding()) return notReady('The gateway is about to stop; it answers what still comes.');
  try {
    await catchUp?.();
    await ports.store.clock();
  } catch (error) {
    const code = error instanceof StoreError ? `: ${error.code}` : '';
    return notReady(`The gateway’s store does not answer${code}.`);
  }
  return { ready: true };
}

function notReady(message: string): Readiness {
  return { ready: false, error: 'not_ready', message };
}
