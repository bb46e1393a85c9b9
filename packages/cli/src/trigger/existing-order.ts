import type { ControlClient } from '@inrgate/mock-gateway/control';
import { type Collection, locateOrder, noOrder, numberOf, type Order } from '../mock/named-order.ts';
import { UsageError } from '../output/usage-error.ts';
import type { Scenario, Step } from './scenario.ts';

/** An order as a person names it, that a scenario is to be played on. */
export interface WantedOrder {
  /** The service's number, a link code, or the merchant's own number. */
  readonly order: string;
  /** Whose, where the merchant's own number is not one order's alone. */
  readonly mchId: string | undefined;
}

const creates = {
  'payins.create': { collection: 'payins', one: 'a pay-in' },
  'payouts.create': { collection: 'payouts', one: 'a withdrawal' },
  'links.create': { collection: 'links', one: 'a payment link' },
} as const;

/**
 * The order that a scenario is to be played on, instead of one that it creates.
 *
 * @throws {UsageError} where it cannot be, with why
 */
export async function existingOrder(
  control: ControlClient,
  scenario: Scenario,
  wanted: WantedOrder,
): Promise<Order> {
  const { step, collection, one } = creation(scenario);
  const { name } = scenario;
  const found = await lookUp(control, collection, wanted);
  if (found === null) {
    const others = Object.values(creates).filter((other) => other.collection !== collection);
    for (const other of others) {
      if ((await lookUp(control, other.collection, wanted)) === null) continue;
      throw new UsageError(`${name} is about ${one}, and ${wanted.order} is ${other.one}`);
    }
    throw noOrder(wanted.order);
  }
  if (found.status !== 'pending') {
    throw new UsageError(
      `${name} begins with an order that is pending, and ${wanted.order} is ${found.status}`,
    );
  }
  const { tradeType } = step.with;
  const own = 'tradeType' in found ? found.tradeType : undefined;
  if (tradeType !== undefined && tradeType !== own) {
    throw new UsageError(
      `${name} needs an order of the tradeType ${tradeType}, and that of ${wanted.order} is ${own}`,
    );
  }
  return found;
}

/** The scenario with that order looked up where it would create one. */
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

/** Where the order's callbacks go, as things are; null: nowhere. */
export function addressOf(order: Order, saved: string | null): string | null {
  if ('notifyUrl' in order && order.notifyUrl !== null) return order.notifyUrl;
  // spec: a legacy webhook goes to the link's own address and to no other.
  return 'linkCode' in order ? null : saved;
}

function creation({ name, steps }: Scenario) {
  for (const step of steps) {
    if (isCreation(step.run)) return { step, ...creates[step.run] };
  }
  throw new UsageError(`${name} is about no order, so there is none to play it on`);
}

function isCreation(run: string): run is keyof typeof creates {
  return Object.hasOwn(creates, run);
}

async function lookUp(
  control: ControlClient,
  collection: Collection,
  wanted: WantedOrder,
): Promise<Order | null> {
  const location = await locateOrder(control, { collections: [collection], ...wanted });
  return location && control.get(`/${collection}/:id`, { id: location.orderNo });
}
