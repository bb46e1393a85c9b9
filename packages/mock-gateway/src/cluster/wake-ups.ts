/**
 * Tells all gateways over one backend that something falls due. Whoever is told looks for itself, so that a wake-up may
 * come twice, late or, where it goes over a network, not at all: nobody may depend on it alone.
 */
export interface WakeUps {
  /** Something falls due at `at`, epoch ms on the gateway's clock. Call it after the commit that says so. */
  wake(at: number): void;
  /** Also hears of what this gateway itself has said. Until the gateway is closed. */
  onWake(listener: (at: number) => void): void;
  /** Nothing is heard any more. */
  end(): void;
}

/** The wake-ups of the gateways of one process. */
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
