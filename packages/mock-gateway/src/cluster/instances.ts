/** An instance that uses a backend. */
export interface Instance {
  /** Id of the instance. Claims store this id as their owner. */
  readonly id: string;
  /** Real time of the start in epoch milliseconds. */
  readonly startedAt: number;
  /** Number of callbacks that the instance is delivering. For another instance, the value is from its last report. */
  readonly delivering: number;
}

/** The data that an instance reports about itself. */
export interface OwnInstance extends Pick<Instance, 'id' | 'startedAt'> {
  readonly delivering: () => number;
}

/**
 * Instances on a backend. Over a network, each instance reports at real-time intervals. A dead instance stays in the
 * list until its reports are too old.
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
