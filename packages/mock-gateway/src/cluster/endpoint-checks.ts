import type { Check } from '@inrgate/conformance/internal';

/** A case as far as it is: until it has been played, there is nothing to tell of it but what it is about. */
export interface CaseOfCheck extends Omit<Check, 'status'> {
  readonly status: 'waiting' | 'running' | Check['status'];
}

/** A check of a merchant's callback endpoint: what was found by now. */
export interface EndpointCheck {
  /** `stopped`: by somebody, or because it took too long. `failed`: it could not be made. The message says why. */
  readonly state: 'running' | 'done' | 'stopped' | 'failed';
  /** Epoch ms, of the gateway's clock. */
  readonly startedAt: number;
  readonly url: string;
  readonly message: string | null;
  /** Every case, in the order in which they are played. */
  readonly checks: readonly CaseOfCheck[];
}

/** One that has begun, to whoever runs it. */
export interface RunningCheck {
  /** Aborts when somebody stops it. */
  readonly stopped: AbortSignal;
  /** What is known of it now; it has ended once its state is another than `running`. */
  tell(check: EndpointCheck): Promise<void>;
}

/**
 * The checks of the callback endpoints of one generation, over all gateways of one backend together: one of a merchant at a time,
 * and the last one of each is kept.
 */
export interface EndpointChecks {
  /** null while another of the merchant's runs. */
  begin(mchId: string, check: EndpointCheck): Promise<RunningCheck | null>;
  /** The one that runs, or the last one; null where there was none. */
  last(mchId: string): Promise<EndpointCheck | null>;
  /** Stops the one that runs, if any, whichever gateway runs it. */
  stop(mchId: string): Promise<void>;
}
