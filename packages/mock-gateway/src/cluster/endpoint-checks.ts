import type { Check } from '@inrgate/conformance/internal';

/** State of one case. A case that has not run contains only its title. */
export interface CaseOfCheck extends Omit<Check, 'status'> {
  readonly status: 'waiting' | 'running' | Check['status'];
}

/** A check of a merchant's callback endpoint with its results so far. */
export interface EndpointCheck {
  /**
   * State of the check. `stopped`: the operator or a timeout ended it. `failed`: the check could not run. The message
   * contains the reason.
   */
  readonly state: 'running' | 'done' | 'stopped' | 'failed';
  /** Epoch ms on the gateway's clock. */
  readonly startedAt: number;
  readonly url: string;
  readonly message: string | null;
  readonly checks: readonly CaseOfCheck[];
}

/** A running check, for its runner. */
export interface RunningCheck {
  /** Aborts when the operator stops the check. */
  readonly stopped: AbortSignal;
  /** Reports the state of the check. The check has ended unless `state` is `running`. */
  tell(check: EndpointCheck): Promise<void>;
}

/**
 * Webhook checks of one generation, across all instances of a backend. Each merchant has one check at a time. The last
 * check is stored.
 */
export interface EndpointChecks {
  /** Starts a check. Resolves with null while another check of the merchant runs. */
  begin(mchId: string, check: EndpointCheck): Promise<RunningCheck | null>;
  /** The running or the last check, or null before the first check. */
  last(mchId: string): Promise<EndpointCheck | null>;
  /** Stops the running check, if any, on any instance. */
  stop(mchId: string): Promise<void>;
}
