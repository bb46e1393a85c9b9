import type { Use } from '../connection/database.ts';
import { elapsed, endOfTurn } from '../connection/timers.ts';

interface Waiting<Ask, Answer> {
  readonly ask: Ask;
  readonly since: number;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

/**
 * @param first when the first caller asked; a caller that waits for the previous statement is already waiting for the
 * database
 */
type Answers<Ask, Answer> = (asks: readonly Ask[], first: Pick<Use, 'since'>) => Promise<readonly Answer[]>;

/**
 * Combines the queries of one turn of the event loop into one statement, in their order. It also collects the queries
 * that arrive during the previous statement.
 */
export class Groups<Ask, Answer> {
  readonly #answers: Answers<Ask, Answer>;
  #waiting: Waiting<Ask, Answer>[] = [];
  #running: Promise<void> | null = null;

  /** @param answers returns the results in the order of the queries */
  constructor(answers: Answers<Ask, Answer>) {
    this.#answers = answers;
  }

  ask(ask: Ask): Promise<Answer> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    this.#waiting.push({ ask, since: elapsed(), resolve, reject });
    this.#running ??= this.#run();
    return promise;
  }

  /** Resolves when no statement is running. */
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
      if (answers.length !== group.length) throw new Error('the database did not return every result');
      for (const [at, answer] of answers.entries()) group[at]?.resolve(answer);
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  }
}
