/** A gateway that stands on a backend, together with others or alone. */
export interface Instance {
  /** Also the owner of the claims that it holds. */
  readonly id: string;
  /** Epoch ms, in real time. */
  readonly startedAt: number;
  /** Callbacks that it delivers; of another gateway, as that one has last said. */
  readonly delivering: number;
}

/** What a gateway says of itself. */
export interface OwnInstance extends Pick<Instance, 'id' | 'startedAt'> {
  /** Asked whenever somebody wants to know, or from time to time. */
  readonly delivering: () => number;
}

/**
 * Who stands on a backend. Over a network a gateway says from time to time that it is there, in real time: one that has
 * died is there for a while.
 */
export interface Instances {
  /** This gateway is there from now on, once. */
  join(own: OwnInstance): Promise<void>;
  /** All that are there, the one that started first before the others. */
  list(): Promise<readonly Instance[]>;
  /** This gateway is not there any more; nor was one that has never joined. */
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
