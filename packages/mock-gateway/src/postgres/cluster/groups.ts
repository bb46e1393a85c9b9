import type { Use } from '../connection/database.ts';
import { elapsed, endOfTurn } from '../connection/timers.ts';

interface Waiting<Ask, Answer> {
  readonly ask: Ask;
  readonly since: number;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

/** @param first when the first of them was asked for: whoever waits for the statement before waits for the database already */
type Answers<Ask, Answer> = (asks: readonly Ask[], first: Pick<Use, 'since'>) => Promise<readonly Answer[]>;

/**
 * Asks the database once for everything that is asked for in a turn of the event loop, and while the statement before is
 * under way; all of it in the order in which it was asked for.
 */
export class Groups<Ask, Answer> {
  readonly #answers: Answers<Ask, Answer>;
  #waiting: Waiting<Ask, Answer>[] = [];
  #running: Promise<void> | null = null;

  /** @param answers to each the one in its place */
  constructor(answers: Answers<Ask, Answer>) {
    this.#answers = answers;
  }

  ask(ask: Ask): Promise<Answer> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    this.#waiting.push({ ask, since: elapsed(), resolve, reject });
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
      const asks = group.map(({ ask }) => ask);
      const answers = [...(await this.#answers(asks, { since: group[0]?.since }))];
      if (answers.length !== group.length) throw new Error('the database has not answered everything');
      for (const [at, answer] of answers.entries()) group[at]?.resolve(answer);
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  }
}
