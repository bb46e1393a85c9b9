import type { ControlClient } from '@inrgate/mock-gateway/control';
import { nounOf, numberOf, type Order } from '../mock/any-order.ts';
import { UsageError } from '../output/usage-error.ts';
import type { Scenario, Step } from './scenario.ts';

export interface WantedOrder {
  /** Order number, gateway order number, or link code. */
  readonly order: string;
  /** Merchant ID. Required if several merchants use the order number. */
  readonly mchId: string | undefined;
}

/** Collection in which a creation creates its order. */
const creates = {
  'payins.create': 'payins',
  'payouts.create': 'payouts',
  'links.create': 'links',
} as const;

const nouns = { payins: 'a pay-in', payouts: 'a payout', links: 'a payment link' } as const;
const nounsOf = { 'Pay-in': nouns.payins, Payout: nouns.payouts, Link: nouns.links } as const;

/**
 * Finds the existing order that a scenario uses instead of a new order.
 *
 * @throws {UsageError} for an unsuitable order, with the reason
 */
export async function existingOrder(
  control: ControlClient,
  scenario: Scenario,
  wanted: WantedOrder,
): Promise<Order> {
  const { step, collection } = creation(scenario);
  const { name } = scenario;
  const { order, mchId } = wanted;
  const request = { id: order, query: { mchId } };
  const found = await control.find(`/${collection}/:id`, request);
  if (found === null) {
    const other = await control.get('/orders/:id', request);
    throw new UsageError(`${name} requires ${nouns[collection]}, but ${order} is ${nounsOf[nounOf(other)]}`);
  }
  if (found.status !== 'pending') {
    throw new UsageError(`${name} requires a pending order, but ${order} is ${found.status}`);
  }
  const { tradeType } = step.with;
  const own = 'tradeType' in found ? found.tradeType : undefined;
  if (tradeType !== undefined && tradeType !== own) {
    throw new UsageError(`${name} requires an order with tradeType ${tradeType}, but ${order} uses ${own}`);
  }
  return found;
}

/** Changes a scenario so it reads the order instead of creating one. */
export function onOrder(scenario: Scenario, order: Order): Scenario {
  const { step, collection } = creation(scenario);
  const look: Step = {
    id: step.id,
    run: `${collection}.get`,
    of: numberOf(order),
    with: {},
    expect: { status: 'pending' },
  };
  return { ...scenario, steps: scenario.steps.map((other) => (other === step ? look : other)) };
}

/** Returns the current callback URL of an order, or null. */
export function addressOf(order: Order, saved: string | null): string | null {
  if ('notifyUrl' in order && order.notifyUrl !== null) return order.notifyUrl;
  // The gateway sends the callback of a link only to the link's own URL (spec).
  return 'linkCode' in order ? null : saved;
}

function creation({ name, steps }: Scenario) {
  for (const step of steps) {
    if (isCreation(step.run)) return { step, collection: creates[step.run] };
  }
  throw new UsageError(`${name} does not use an order. Remove --order`);
}

function isCreation(run: string): run is keyof typeof creates {
  return Object.hasOwn(creates, run);
}
