/** An instance on a backend. */
export interface Instance {
  /** Id of the instance, which also owns its claims. */
  readonly id: string;
  /** Epoch ms, in real time. */
  readonly startedAt: number;
  /** Callbacks that it is delivering; for another instance, by its last report. */
  readonly delivering: number;
}

/** Status report of an instance. */
export interface OwnInstance extends Pick<Instance, 'id' | 'startedAt'> {
  /** Called on request and at intervals. */
  readonly delivering: () => number;
}

/**
 * Instances on a backend. Over a network each instance reports at real-time intervals, so a dead instance is listed for
 * a while.
 */
export interface Instances {
  /** Registers this instance. Called once. */
  join(own: OwnInstance): Promise<void>;
  /** All running instances, oldest first. */
  list(): Promise<readonly Instance[]>;
  /** Removes this instance. Does nothing for an instance that never joined. */
  leave(): Promise<void>;
}

/** The gateways of one process. */
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
