import type { Check } from '@inrgate/conformance/internal';

/** State of one case. Before a case runs, the state contains only the title. */
export interface CaseOfCheck extends Omit<Check, 'status'> {
  readonly status: 'waiting' | 'running' | Check['status'];
}

/** A check of a merchant's callback endpoint with its results so far. */
export interface EndpointCheck {
  /**
   * State of the check. `stopped`: the operator or a timeout ended it. `failed`: the check could not run, and `message`
   * states the reason.
   */
  readonly state: 'running' | 'done' | 'stopped' | 'failed';
  /** Epoch ms on the gateway's clock. */
  readonly startedAt: number;
  readonly url: string;
  readonly message: string | null;
  readonly checks: readonly CaseOfCheck[];
}

/** A running check. */
export interface RunningCheck {
  /** Aborts when the operator stops the check. */
  readonly stopped: AbortSignal;
  /** Reports the state of the check. Any state except `running` ends the check. */
  tell(check: EndpointCheck): Promise<void>;
}

/**
 * Webhook checks of one generation. Each merchant has at most one running check. The
 * last check stays stored.
 */
export interface EndpointChecks {
  /** Starts a check. Resolves with null while another check of the merchant runs. */
  begin(mchId: string, check: EndpointCheck): Promise<RunningCheck | null>;
  /** The running check, or else the last check. Null before the first check. */
  last(mchId: string): Promise<EndpointCheck | null>;
  /** Stops the running check, if any. */
  stop(mchId: string): Promise<void>;
}
