import type { Settings } from './domain/settings.ts';
import { FaultList } from './faults/fault-list.ts';
import { RateWindow } from './limits/rate-window.ts';
import { SignatureLock } from './limits/signature-lock.ts';

/**
 * What a reset replaces besides the store, all of it in one step. Whatever is under way holds on to the era that it
 * began in: what it still counts there is forgotten with it, and what it loaded there is not committed any more.
 */
export class Era {
  settings: Settings;
  readonly faults: FaultList;
  readonly rates: RateWindow;
  readonly locks: SignatureLock;
  readonly #end = new AbortController();

  /** @param before an era that ended for nothing, since the reset failed: everything stays as it was */
  constructor(settings: Settings, before?: Era) {
    this.settings = settings;
    this.faults = before?.faults ?? new FaultList();
    this.rates = before?.rates ?? new RateWindow();
    this.locks = before?.locks ?? new SignatureLock();
  }

  get ended(): AbortSignal {
    return this.#end.signal;
  }

  readonly isPresent = (): boolean => !this.#end.signal.aborted;

  end(): void {
    this.#end.abort();
  }
}
