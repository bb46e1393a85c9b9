import type { Check } from '@inrgate/conformance/internal';

/** State of one case. Before it runs, it has only a title. */
export interface CaseOfCheck extends Omit<Check, 'status'> {
  readonly status: 'waiting' | 'running' | Check['status'];
}

/** A check of a merchant's callback endpoint with its results so far. */
export interface EndpointCheck {
  /** `stopped`: by the operator or after a timeout. `failed`: could not run. The message has the reason. */
  readonly state: 'running' | 'done' | 'stopped' | 'failed';
  /** Epoch ms on the gateway's clock. */
  readonly startedAt: number;
  readonly url: string;
  readonly message: string | null;
  /** Every case, in the order of the run. */
  readonly checks: readonly CaseOfCheck[];
}

/** A running check, for its runner. */
export interface RunningCheck {
  /** Aborts when the operator stops the check. */
  readonly stopped: AbortSignal;
  /** State of the check. It has ended when `state` is no longer `running`. */
  tell(check: EndpointCheck): Promise<void>;
}

/**
 * Webhook checks of one generation across all instances of a backend. Each merchant has one check at a time,
 * and the last one is stored.
 */
export interface EndpointChecks {
  /** Resolves with null while another check of the merchant runs. */
  begin(mchId: string, check: EndpointCheck): Promise<RunningCheck | null>;
  /** The running or the last check; null before the first. */
  last(mchId: string): Promise<EndpointCheck | null>;
  /** Stops the running check, if any, at whichever instance it runs. */
  stop(mchId: string): Promise<void>;
}
