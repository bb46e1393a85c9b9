import { endOfTurn } from '../../store/postgres/timers.ts';

interface Waiting<Ask, Answer> {
  readonly ask: Ask;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

/**
 * Asks the database once for everything that is asked for in a turn of the event loop, and while the statement before is
 * under way; all of it in the order in which it was asked for.
 */
export class Groups<Ask, Answer> {
  readonly #answers: (asks: readonly Ask[]) => Promise<readonly Answer[]>;
  #waiting: Waiting<Ask, Answer>[] = [];
  #running: Promise<void> | null = null;

  /** @param answers to each the one in its place */
  constructor(answers: (asks: readonly Ask[]) => Promise<readonly Answer[]>) {
    this.#answers = answers;
  }

  ask(ask: Ask): Promise<Answer> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    this.#waiting.push({ ask, resolve, reject });
    this.#running ??= this.#run();
    return promise;
  }

  /** Resolves when nothing is under way. */
  async idle(): Promise<void> {
    await this.#running;
  }

  async #run(): Promise<void> {
    await endOfTurn();
    while (this.#waiting.length > 0) await this.#answer(this.#waiting.splice(0));
    this.#running = null;
  }

  async #answer(group: readonly Waiting<Ask, Answer>[]): Promise<void> {
    try {
      const answers = [...(await this.#answers(group.map(({ ask }) => ask)))];
      if (answers.length !== group.length) throw new Error('the database has not answered everything');
      for (const [at, answer] of answers.entries()) group[at]?.resolve(answer);
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  }
}
