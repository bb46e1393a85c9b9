import type { Step, Story } from './step.ts';
import type { Loss } from './verdict.ts';

/** The likely cause of a loss, and its fix. */
export interface Diagnosis {
  /** The likely cause, as one or two sentences. */
  readonly cause: string;
  /** The fix. */
  readonly fix: string;
}

interface Mistake extends Diagnosis {
  readonly loss: Loss;
  readonly shows: (steps: Steps) => boolean;
}

const inOneTransaction =
  'Store each credit as a row with a unique order number. Insert the row and change the balance in one transaction. Respond with success after the commit.';
const once =
  'Store each credit as a row with a unique order number. If the row already exists, respond with success and keep the balance.';

/** Known mistakes, most specific first. For each loss, the last mistake matches every story. */
const mistakes: readonly Mistake[] = [
  {
    loss: 'credited_twice',
    shows: (steps) => steps.isKilled,
    cause:
      'the shop stores the credit and its mark separately, or the mark only in memory. After the crash the shop credits the order again.',
    fix: inOneTransaction,
  },
  {
    loss: 'credited_twice',
    shows: (steps) => steps.has('return') && (steps.isConcurrent || steps.holdsQuery),
    cause:
      'the return page and the callback run at the same time. Both see that the order is not credited, and both credit it.',
    fix: once,
  },
  {
    loss: 'credited_twice',
    shows: (steps) => steps.isConcurrent || steps.holdsQuery,
    cause: 'two copies of the callback run at the same time. Both see that the order is not credited.',
    fix: once,
  },
  {
    loss: 'credited_twice',
    shows: (steps) => steps.disturbs('query'),
    cause:
      'the shop credits the order, and its next query fails before the order is marked. The retried callback credits it again.',
    fix: inOneTransaction,
  },
  {
    loss: 'credited_twice',
    shows: (steps) => steps.has('return'),
    cause:
      'the return page and the callback each credit the order without checking whether it is already credited.',
    fix: once,
  },
  {
    loss: 'credited_twice',
    shows: () => true,
    cause: 'the shop credits each callback, although the same callback can arrive more than once.',
    fix: once,
  },
  {
    loss: 'not_credited',
    shows: (steps) => steps.isCrashed,
    cause:
      'the mark is stored before the credit. After the crash the shop sees the mark and skips the credit.',
    fix: inOneTransaction,
  },
  {
    loss: 'not_credited',
    shows: (steps) => steps.isKilledBeforeCallback,
    cause: 'the shop keeps open orders only in memory, or cancels them as it starts.',
    fix: 'Store the order in the database before the request to create the pay-in. Credit each success callback, even if the order is cancelled.',
  },
  {
    loss: 'not_credited',
    shows: (steps) => steps.isKilled,
    cause:
      'the shop responds with success before the order or its credit is stored. The gateway does not retry after success.',
    fix: inOneTransaction,
  },
  {
    loss: 'not_credited',
    shows: (steps) => steps.disturbs('create'),
    cause:
      'the shop does not find the order in its database. The shop stores an order only after the create response, or under another order number.',
    fix: 'Store the order as pending before the request. Retry the request with the same order number. Respond with status 500 to a callback of an unknown order, so that the gateway retries it.',
  },
  {
    loss: 'not_credited',
    shows: (steps) => steps.holdsQuery,
    cause:
      'the response to a query is older than the callback. The shop overwrites success with the older state.',
    fix: 'Never overwrite success with another state. Change the state with one statement that applies only to an unpaid order.',
  },
  {
    loss: 'not_credited',
    shows: (steps) => steps.has('fail'),
    cause:
      'the shop treats failed as final. The shop ignores the later success, or reverses the credit after a late failed callback.',
    fix: 'Credit each success callback, even after a failed callback. Ignore a failed callback of a credited order.',
  },
  {
    loss: 'not_credited',
    shows: (steps) => steps.has('clock'),
    cause: 'the shop cancels an expired order and ignores the late payment.',
    fix: 'Credit each success callback. The gateway also credits payments after the expiry.',
  },
  {
    loss: 'not_credited',
    shows: (steps) => steps.disturbs('query'),
    cause: 'the shop acknowledges or marks the callback although its own query failed.',
    fix: 'Query first, and then credit and mark in one transaction. Respond with status 500 if the query fails, so that the gateway retries.',
  },
  {
    loss: 'not_credited',
    shows: (steps) => steps.has('return'),
    cause: 'the return page closes an order that is not paid yet. The shop ignores the payment that follows.',
    fix: 'Keep the order open while it is pending. Credit each success callback.',
  },
  {
    loss: 'not_credited',
    shows: () => true,
    cause:
      'the shop does not credit a paid order, or credits the order only if the customer opens the return page.',
    fix: 'Credit the order in the callback endpoint, and respond with success after the credit is stored.',
  },
  {
    loss: 'wrong_amount',
    shows: () => true,
    cause: 'the shop credits the amount of the order instead of the amount paid.',
    fix: 'Credit paidAmount of the verified callback or of the query, as an integer number of paise.',
  },
  {
    loss: 'credited_unpaid',
    shows: (steps) => steps.has('return'),
    cause: 'the return page credits the order, although the gateway has not reported success.',
    fix: 'Credit only if the verified callback or the query has the status success. A customer can open the return page at any time.',
  },
  {
    loss: 'credited_unpaid',
    shows: () => true,
    cause: 'the shop credits the order without checking the status of the callback.',
    fix: 'Credit only if the status is success. A callback with the status failed also has a valid signature.',
  },
];

/** The most likely cause of a loss, by the steps of its shortest story. */
export function diagnosisOf(loss: Loss, story: Story): Diagnosis {
  const steps = new Steps(story);
  const found = mistakes.find((mistake) => mistake.loss === loss && mistake.shows(steps));
  if (found === undefined) throw new Error(`no mistake explains ${loss}`);
  return { cause: found.cause, fix: found.fix };
}

class Steps {
  readonly #story: Story;

  constructor(story: Story) {
    this.#story = story;
  }

  has(name: Step['do']): boolean {
    return this.#story.some(
      (step) =>
        step.do === name ||
        (name === 'return' &&
          ((step.do === 'callback' && step.fate === 'with-return') ||
            (step.do === 'crash' && step.during === 'return'))),
    );
  }

  get isCrashed(): boolean {
    return this.has('crash');
  }

  get isKilled(): boolean {
    return this.has('crash') || this.has('kill');
  }

  get isKilledBeforeCallback(): boolean {
    const kill = this.#story.findIndex((step) => step.do === 'kill');
    const callback = this.#story.findIndex((step) => step.do === 'callback');
    return kill >= 0 && (callback < 0 || kill < callback);
  }

  get isConcurrent(): boolean {
    return this.#story.some(
      (step) => step.do === 'callback' && ['twice', 'at-once', 'with-return'].includes(step.fate),
    );
  }

  get holdsQuery(): boolean {
    return this.#story.some((step) => step.do === 'fault' && step.call === 'query' && step.fault === 'hold');
  }

  disturbs(call: 'create' | 'query'): boolean {
    return this.#story.some((step) => step.do === 'fault' && step.call === call);
  }
}

/** The SQL that fixes most losses, by kind of database. */
export const sqlRemedies: Readonly<Record<'mysql' | 'postgresql' | 'sqlite', readonly string[]>> = {
  mysql: [
    'CREATE TABLE credits (mch_order_no VARCHAR(100) PRIMARY KEY, paise BIGINT NOT NULL);',
    'START TRANSACTION;',
    'INSERT IGNORE INTO credits (mch_order_no, paise) VALUES (?, ?);',
    '-- only if one row was inserted: UPDATE the balance',
    'COMMIT;',
  ],
  postgresql: [
    'CREATE TABLE credits (mch_order_no varchar(100) PRIMARY KEY, paise bigint NOT NULL);',
    'BEGIN;',
    'INSERT INTO credits (mch_order_no, paise) VALUES ($1, $2) ON CONFLICT DO NOTHING;',
    '-- only if one row was inserted: UPDATE the balance',
    'COMMIT;',
  ],
  sqlite: [
    'CREATE TABLE credits (mch_order_no TEXT PRIMARY KEY, paise INTEGER NOT NULL);',
    'BEGIN IMMEDIATE;',
    'INSERT INTO credits (mch_order_no, paise) VALUES (?, ?) ON CONFLICT DO NOTHING;',
    '-- only if one row was inserted: UPDATE the balance',
    'COMMIT;',
  ],
};
