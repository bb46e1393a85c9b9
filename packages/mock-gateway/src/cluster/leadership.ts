/**
 * What one gateway alone may do at a time. `clock`: moving the clock, with everything that falls due on the way.
 * `configuration`: seeding, and what an operator changes of settings and merchants. A reset is both.
 */
export type Duty = 'clock' | 'configuration';

/** Lets one gateway of all over one backend work at a time. */
export interface Leadership {
  /**
   * Waits for its turn, in the order in which it was asked for, in the queues of all these duties at once; then works, and
   * lets the next go on whatever came of it. Work never waits for work of the same duty: that would be for ever.
   */
  lead<T>(duties: readonly Duty[], work: () => Promise<T>): Promise<T>;
  /** Answers when nothing is under way, or waits, that this gateway has asked for. */
  idle(): Promise<void>;
}

/** The turns of the gateways of one process. */
export class Turns {
  readonly #last = new Map<Duty, Promise<void>>();

  connect(): Leadership {
    let own: Promise<void> = Promise.resolve();
    return {
      lead: (duties, work) => {
        const result = this.#take(duties, work);
        const ended = result.then(nothing, nothing);
        own = Promise.all([own, ended]).then(nothing);
        return result;
      },
      idle: () => own,
    };
  }

  #take<T>(duties: readonly Duty[], work: () => Promise<T>): Promise<T> {
    const before = Promise.all(duties.map((duty) => this.#last.get(duty)));
    const result = before.then(work);
    const ended = result.then(nothing, nothing);
    for (const duty of duties) this.#last.set(duty, ended);
    return result;
  }
}

function nothing(): void {}
