/**
 * Notifies all instances of a backend that work falls due. Each instance then queries its own work. Over a network, a
 * wake-up can arrive twice, late or not at all, so instances also search for due work without it.
 */
export interface WakeUps {
  /**
   * Reports work that is due at `at`, in epoch milliseconds on the gateway's clock. Call it after the commit that
   * schedules the work.
   */
  wake(at: number): void;
  /** Calls the listener for wake-ups from all instances, including this instance, until the gateway is closed. */
  onWake(listener: (at: number) => void): void;
  end(): void;
}

/** The wake-ups of the instances of one process. */
export class WakeUpHub {
  readonly #listeners = new Set<(at: number) => void>();

  connect(): WakeUps {
    const own = new Set<(at: number) => void>();
    return {
      wake: (at) => {
        for (const listener of this.#listeners) listener(at);
      },
      onWake: (listener) => {
        own.add(listener);
        this.#listeners.add(listener);
      },
      end: () => {
        for (const listener of own) this.#listeners.delete(listener);
      },
    };
  }
}
