/** An instance on a backend. */
export interface Instance {
  /** Id of the instance, which owns its claims. */
  readonly id: string;
  /** Real time of the start in epoch milliseconds. */
  readonly startedAt: number;
  /** Number of callbacks that the instance is delivering. For another instance, the number in its last report. */
  readonly delivering: number;
}

/** Status report of an instance. */
export interface OwnInstance extends Pick<Instance, 'id' | 'startedAt'> {
  readonly delivering: () => number;
}

/**
 * Instances on a backend. Over a network, each instance reports at real-time intervals. The list contains a dead
 * instance for a while.
 */
export interface Instances {
  /** Registers this instance. Call it once. */
  join(own: OwnInstance): Promise<void>;
  /** All running instances, oldest first. */
  list(): Promise<readonly Instance[]>;
  /** Removes this instance, if it has joined. */
  leave(): Promise<void>;
}

/** The instances of one process. */
export class InstanceHub {
  readonly #all = new Set<OwnInstance>();

  connect(): Instances {
    let joined: OwnInstance | null = null;
    return {
      join: async (own) => {
        joined = own;
        this.#all.add(own);
      },
      list: async () =>
        [...this.#all]
          .map(({ delivering, ...own }) => ({ ...own, delivering: delivering() }))
          .toSorted((a, b) => a.startedAt - b.startedAt),
      leave: async () => {
        if (joined !== null) this.#all.delete(joined);
      },
    };
  }
}
