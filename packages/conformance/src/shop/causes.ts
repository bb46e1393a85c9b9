import type { Loss } from './step.ts';
import {
  type CallbackFate,
  formattedAmount,
  inexactAmount,
  type NetworkFault,
  type ShopCall,
  type Step,
  type Story,
} from './step.ts';

/** The likely cause of a loss, and its fix. */
export interface Diagnosis {
  /** The likely cause, as one or two sentences. */
  readonly cause: string;
  /** The fix. */
  readonly fix: string;
  /** True if `sqlRemedies` show the fix. */
  readonly isTransaction: boolean;
}

interface Mistake extends Omit<Diagnosis, 'isTransaction'> {
  readonly shows: (steps: Steps) => boolean;
}

const inOneTransaction =
  'Store each credit as a row with a unique order number. Insert the row and change the balance in one transaction. Respond with success after the commit.';
const once =
  'Store each credit as a row with a unique order number. If the row already exists, respond with success and do not change the balance.';

/** Known mistakes by loss, most specific first. The last mistake of a loss matches every story. */
const mistakes: Readonly<Record<Loss, readonly Mistake[]>> = {
  credited_twice: [
    {
      shows: (steps) => steps.isKilled,
      cause:
        'the shop stores the credit and its mark separately, or the mark only in memory. After the crash the shop credits the order again.',
      fix: inOneTransaction,
    },
    {
      shows: (steps) => steps.opensReturnPage && (steps.isConcurrent || steps.holdsQuery),
      cause:
        'the return page and the callback run at the same time. Each of the two finds the order uncredited and credits the order.',
      fix: once,
    },
    {
      shows: (steps) => steps.isConcurrent || steps.holdsQuery,
      cause:
        'two copies of the callback run at the same time. Each copy finds the order uncredited and credits the order.',
      fix: once,
    },
    {
      shows: (steps) => steps.disturbs('query'),
      cause:
        'the shop credits the order, and its next query fails before the shop marks the order. The retried callback credits the order again.',
      fix: inOneTransaction,
    },
    {
      shows: (steps) => steps.opensReturnPage,
      cause:
        'the return page and the callback each credit the order without checking whether it is already credited.',
      fix: once,
    },
    {
      shows: () => true,
      cause:
        'the shop credits the order again for each callback, although the same callback can arrive more than once.',
      fix: once,
    },
  ],
  not_credited: [
    {
      shows: (steps) => steps.isForm,
      cause: 'the shop acknowledges a callback that is a form, but does not credit the order.',
      fix: 'Read both formats, by the Content-Type. The gateway sends the format that its test of your URL recorded.',
    },
    {
      shows: (steps) => steps.isNeighbourPaid,
      cause:
        'the shop takes the payment of another customer for a repeated callback, because the amount and the time agree.',
      fix: once,
    },
    {
      shows: (steps) => steps.has('neighbour'),
      cause: 'the shop finds the order by its amount, or credits the latest open order.',
      fix: 'Find the order only by mchOrderNo, the order number in the callback.',
    },
    {
      shows: (steps) => steps.has('crash'),
      cause:
        'the mark is stored before the credit. After the crash the shop sees the mark and skips the credit.',
      fix: inOneTransaction,
    },
    {
      shows: (steps) => steps.isKilledBeforeCallback,
      cause: 'the shop keeps open orders only in memory, or cancels them as it starts.',
      fix: 'Store the order in the database before you send the request to create the pay-in. Credit the order for each callback with the status success, even if the shop has cancelled the order.',
    },
    {
      shows: (steps) => steps.isKilled,
      cause:
        'the shop responds with success before the order or its credit is stored. The gateway does not retry after success.',
      fix: inOneTransaction,
    },
    {
      shows: (steps) => steps.disturbs('create'),
      cause:
        'the shop does not find the order in its database. The shop stores an order only after the create response, or under another order number.',
      fix: 'Store the order as pending before you send the request. Retry the request with the same order number. If a callback contains an unknown order number, respond with status 500, so that the gateway retries the callback.',
    },
    {
      shows: (steps) => steps.holdsQuery,
      cause:
        'the response to a query is older than the callback. The shop overwrites the state success with the older state.',
      fix: 'Never overwrite the state success with another state. Change the state with one statement that applies only to an unpaid order.',
    },
    {
      shows: (steps) => steps.has('fail'),
      cause:
        'the shop treats the status failed as final. The shop ignores a later callback with the status success, or reverses the credit after a late callback with the status failed.',
      fix: 'Credit the order for each callback with the status success, even if a callback with the status failed arrived earlier. Acknowledge a callback with the status failed, but do not change a credited order.',
    },
    {
      shows: (steps) => steps.has('clock'),
      cause: 'the shop cancels an expired order and ignores the late payment.',
      fix: 'Credit the order for each callback with the status success. The gateway accepts payments after the expiry of the order.',
    },
    {
      shows: (steps) => steps.disturbs('query') && steps.opensReturnPage,
      cause:
        'the return page closes the order because its query failed. The shop ignores the callback that follows.',
      fix: 'Keep the order open if a query fails, because the payment is then unknown. Credit the order for each callback with the status success.',
    },
    {
      shows: (steps) => steps.disturbs('query'),
      cause: 'the shop acknowledges or marks the callback although its own query failed.',
      fix: 'Query the order first. If the query fails, respond with status 500, so that the gateway retries the callback. If the response has the status success, credit the order and mark the order as paid in one transaction.',
    },
    {
      shows: (steps) => steps.opensReturnPage,
      cause:
        'the return page closes an order that is not paid yet. The shop ignores the payment that follows.',
      fix: 'Keep the order open while its status is pending. Credit the order for each callback with the status success.',
    },
    {
      shows: () => true,
      cause:
        'the shop does not credit a paid order, or credits the order only if the customer opens the return page.',
      fix: 'Credit the order in the callback endpoint, and respond with success after the credit is stored.',
    },
  ],
  wrong_amount: [
    {
      shows: (steps) => steps.isInexact,
      cause:
        'the shop calculates with floating-point numbers: 512.05 * 100 is 51204.99, and loses a paisa if it is truncated.',
      fix: 'Parse the amount as a string into an integer number of paise, or use a decimal type.',
    },
    {
      shows: (steps) => steps.isFormatted,
      cause: 'the shop converts the amount to a number: 1250.50 becomes 1250.5 or 1,250.50.',
      fix: 'Parse the amount as a string into an integer number of paise, or use a decimal type.',
    },
    {
      shows: () => true,
      cause: 'the shop credits the amount of the order instead of the amount paid.',
      fix: 'Credit the order with paidAmount from the verified callback or from the response to the query. Store the amount as an integer number of paise.',
    },
  ],
  credited_unpaid: [
    {
      shows: (steps) => steps.has('neighbour'),
      cause: 'the shop credits the order of another customer, who has not paid.',
      fix: 'Find the order only by mchOrderNo, the order number in the callback.',
    },
    {
      shows: (steps) => steps.opensReturnPage && steps.disturbs('query'),
      cause: 'the return page credits the order although its query failed.',
      fix: 'Credit the order only if the verified callback or the response to the query has the status success. If the query fails, wait for the callback.',
    },
    {
      shows: (steps) => steps.opensReturnPage,
      cause: 'the return page credits the order, although the gateway has not reported success.',
      fix: 'Credit the order only if the verified callback or the response to the query has the status success. A customer can open the return page at any time.',
    },
    {
      shows: () => true,
      cause: 'the shop credits the order without checking the status of the callback.',
      fix: 'Credit the order only if the status is success. A callback with the status failed also has a valid signature.',
    },
  ],
};

/** Steps that cannot explain a callback that the shop rejects. */
const plainSteps: readonly Step['do'][] = ['order', 'neighbour', 'pay', 'callback', 'clock'];

/**
 * The most likely cause of a loss, by the steps of its shortest story.
 *
 * @param refusal the shop's response, if it acknowledged no success callback
 */
export function diagnosisOf(loss: Loss, story: Story, refusal: string | null = null): Diagnosis {
  const steps = factsOf(story);
  if (loss === 'not_credited' && refusal !== null && story.every((step) => plainSteps.includes(step.do))) {
    return { ...refusedCallback(refusal, steps.isForm), isTransaction: false };
  }
  const found = mistakes[loss].find((mistake) => mistake.shows(steps));
  if (found === undefined) throw new Error(`no mistake explains ${loss}`);
  const { cause, fix } = found;
  return { cause, fix, isTransaction: fix === inOneTransaction || fix === once };
}

function refusedCallback(refusal: string, isForm: boolean) {
  const check = 'Run "inrgate check webhook" with the URL of the callback endpoint. It names the reason.';
  return isForm
    ? {
        cause: `the shop rejects a callback that is a form (${refusal}).`,
        fix: `The gateway sends a form if the test callback in the merchant dashboard has recorded this format. Read both formats, by the Content-Type. ${check}`,
      }
    : { cause: `the shop rejects every callback (${refusal}), so it credits nothing.`, fix: check };
}

type Steps = ReturnType<typeof factsOf>;

function factsOf(story: Story) {
  const has = (name: Step['do']) => story.some((step) => step.do === name);
  const firstOf = (name: Step['do']) => story.findIndex((step) => step.do === name);
  const arrives = (...fates: readonly CallbackFate[]) =>
    story.some((step) => step.do === 'callback' && fates.includes(step.fate));
  const disturbs = (call: ShopCall, fault?: NetworkFault) =>
    story.some((step) => step.do === 'fault' && step.call === call && (fault ?? step.fault) === step.fault);
  const [kill, callback] = [firstOf('kill'), firstOf('callback')];
  return {
    has,
    disturbs,
    opensReturnPage:
      has('return') ||
      arrives('with-return') ||
      story.some((step) => step.do === 'crash' && step.during === 'return'),
    isKilled: has('crash') || has('kill'),
    isKilledBeforeCallback: kill >= 0 && (callback < 0 || kill < callback),
    isConcurrent: arrives('twice', 'at-once', 'with-return'),
    holdsQuery: disturbs('query', 'hold'),
    isForm: story.some((step) => step.do === 'order' && step.format === 'form'),
    isNeighbourPaid: story.some((step) => step.do === 'neighbour' && step.pays === true),
    isInexact: story.some((step) => step.do === 'order' && step.amount === inexactAmount),
    isFormatted: story.some((step) => step.do === 'order' && step.amount === formattedAmount),
  };
}

function sqlRemedy(numberType: string, paiseType: string, [begin, insert]: readonly [string, string]) {
  return [
    `CREATE TABLE credits (mch_order_no ${numberType} PRIMARY KEY, paise ${paiseType} NOT NULL);`,
    ...[`${begin};`, `${insert};`, '-- only if one row was inserted: UPDATE the balance', 'COMMIT;'],
  ];
}

const into = 'INTO credits (mch_order_no, paise) VALUES';
/** The SQL that fixes most losses, by kind of database. */
export const sqlRemedies: Readonly<Record<'mysql' | 'postgresql' | 'sqlite', readonly string[]>> = {
  mysql: sqlRemedy('VARCHAR(100)', 'BIGINT', ['START TRANSACTION', `INSERT IGNORE ${into} (?, ?)`]),
  postgresql: sqlRemedy('varchar(100)', 'bigint', [
    'BEGIN',
    `INSERT ${into} ($1, $2) ON CONFLICT DO NOTHING`,
  ]),
  sqlite: sqlRemedy('TEXT', 'INTEGER', ['BEGIN IMMEDIATE', `INSERT ${into} (?, ?) ON CONFLICT DO NOTHING`]),
};
