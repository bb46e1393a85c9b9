import { Batcher, type Waiting } from '../../store/batcher.ts';
import type { Use } from '../connection/database.ts';

/** @param first start time of the first caller's wait, which includes the previous statement */
type Answers<Ask, Answer> = (asks: readonly Ask[], first: Pick<Use, 'since'>) => Promise<readonly Answer[]>;

/**
 * Combines queries into one statement and keeps their order. It combines the queries of one turn of the event loop, and
 * those that arrive while the previous statement runs.
 */
export class Groups<Ask, Answer> {
  readonly #answers: Answers<Ask, Answer>;
  readonly #batches = new Batcher<Ask, Answer>({ settle: (group) => this.#answer(group) });

  /** @param answers returns the results in the order of the queries */
  constructor(answers: Answers<Ask, Answer>) {
    this.#answers = answers;
  }

  ask(ask: Ask): Promise<Answer> {
    return this.#batches.add(ask);
  }

  /** Resolves when no statement is running. */
  idle(): Promise<void> {
    return this.#batches.idle();
  }

  async #answer(group: readonly Waiting<Ask, Answer>[]): Promise<void> {
    try {
      const asks = group.map(({ item }) => item);
      const answers = [...(await this.#answers(asks, { since: group[0]?.since }))];
      if (answers.length !== group.length) throw new Error('the database did not return every result');
      for (const [at, answer] of answers.entries()) group[at]?.resolve(answer);
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  }
}
