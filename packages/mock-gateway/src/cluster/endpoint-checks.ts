import type { Check } from '@inrgate/conformance/internal';

/** State of one case. Before it has run it only has its title. */
export interface CaseOfCheck extends Omit<Check, 'status'> {
  readonly status: 'waiting' | 'running' | Check['status'];
}

/** A check of a merchant's callback endpoint: what was found by now. */
export interface EndpointCheck {
  /** `stopped`: by the operator or after a timeout. `failed`: could not run. The message has the reason. */
  readonly state: 'running' | 'done' | 'stopped' | 'failed';
  /** Epoch ms, of the gateway's clock. */
  readonly startedAt: number;
  readonly url: string;
  readonly message: string | null;
  /** Every case, in the order of the run. */
  readonly checks: readonly CaseOfCheck[];
}

/** A check that has begun, for its runner. */
export interface RunningCheck {
  /** Aborts when the operator stops the check. */
  readonly stopped: AbortSignal;
  /** State of the check. It has ended when `state` is no longer `running`. */
  tell(check: EndpointCheck): Promise<void>;
}

/**
 * Webhook checks of one generation across all instances of a backend. A merchant has one at a time, and its last one is
 * kept.
 */
export interface EndpointChecks {
  /** null while another of the merchant's runs. */
  begin(mchId: string, check: EndpointCheck): Promise<RunningCheck | null>;
  /** The one that runs, or the last one; null where there was none. */
  last(mchId: string): Promise<EndpointCheck | null>;
  /** Stops the one that runs, if any, whichever gateway runs it. */
  stop(mchId: string): Promise<void>;
}
