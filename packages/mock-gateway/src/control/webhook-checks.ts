import type { Check } from '@inrgate/conformance/internal';

/** State of one case. Before a case runs, the state contains only the title. */
export interface CaseOfCheck extends Omit<Check, 'status'> {
  readonly status: 'waiting' | 'running' | Check['status'];
}

/** A check of a merchant's callback endpoint with its results so far. */
export interface WebhookCheck {
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

/** A check and the means to stop it. Its runner replaces `check`. Any state except `running` ends the check. */
export interface StartedCheck {
  check: WebhookCheck;
  readonly stop: AbortController;
}

/** The last webhook check of each merchant, in memory. Each merchant has at most one running check. */
export class WebhookChecks {
  readonly #started = new Map<string, StartedCheck>();

  /** Starts a check. Returns null while another check of the merchant runs. */
  begin(mchId: string, check: WebhookCheck): StartedCheck | null {
    if (this.last(mchId)?.state === 'running') return null;
    const started = { check, stop: new AbortController() };
    this.#started.set(mchId, started);
    return started;
  }

  /** The running check, or else the last check. Null before the first check. */
  last(mchId: string): WebhookCheck | null {
    return this.#started.get(mchId)?.check ?? null;
  }

  /** Stops the running check, if any. */
  stop(mchId: string): void {
    if (this.last(mchId)?.state === 'running') this.#started.get(mchId)?.stop.abort();
  }

  /** Forgets all checks. A running check changes nothing any more. */
  clear(): void {
    this.#started.clear();
  }
}
