import type { EndpointCheck, EndpointChecks, RunningCheck } from './endpoint-checks.ts';

interface Kept {
  readonly check: EndpointCheck;
  readonly stop: AbortController;
}

/** The webhook checks of one process. */
export class KeptChecks implements EndpointChecks {
  readonly #kept = new Map<string, Kept>();

  async begin(mchId: string, check: EndpointCheck): Promise<RunningCheck | null> {
    if (this.#kept.get(mchId)?.check.state === 'running') return null;
    const stop = new AbortController();
    const tell = async (now: EndpointCheck) => void this.#kept.set(mchId, { check: now, stop });
    await tell(check);
    return { stopped: stop.signal, tell };
  }

  async last(mchId: string): Promise<EndpointCheck | null> {
    return this.#kept.get(mchId)?.check ?? null;
  }

  async stop(mchId: string): Promise<void> {
    const kept = this.#kept.get(mchId);
    if (kept?.check.state === 'running') kept.stop.abort();
  }
}
