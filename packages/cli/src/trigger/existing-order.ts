import type { ControlClient } from '@inrgate/mock-gateway/control';
import { nounOf, numberOf, type Order } from '../mock/control-text.ts';
import { UsageError } from '../output/usage-error.ts';
import { overridden, readScenario, type Scenario, type Step } from './scenario.ts';

export interface Wanted {
  readonly scenario: string;
  readonly overrides?: readonly string[] | undefined;
  /** Existing order that the scenario uses: order number, gateway order number, or link code. */
  readonly order?: string | undefined;
  /** Merchant ID. Required if several merchants use the order number. */
  readonly mchId?: string | undefined;
}

const creates = {
  'payins.create': 'payins',
  'payouts.create': 'payouts',
  'links.create': 'links',
} as const;

const nouns = { payins: 'a pay-in', payouts: 'a payout', links: 'a payment link' } as const;
const nounsOf = { 'Pay-in': nouns.payins, Payout: nouns.payouts, Link: nouns.links } as const;

/** @throws {UsageError} for an unknown scenario, an unsuitable order or an unknown value */
export async function wantedScenario(
  control: ControlClient,
  { scenario: name, overrides = [], order: number, mchId }: Wanted,
): Promise<{ readonly scenario: Scenario; readonly order: Order | null }> {
  const original = await readScenario(name);
  const order =
    number === undefined ? null : await existingOrder(control, original, { order: number, mchId });
  return { scenario: overridden(order === null ? original : onOrder(original, order), overrides), order };
}

/** @throws {UsageError} for an unsuitable order, with the reason */
export async function existingOrder(
  control: ControlClient,
  scenario: Scenario,
  { order, mchId }: { readonly order: string; readonly mchId: string | undefined },
): Promise<Order> {
  const { step, collection } = creation(scenario);
  const { name } = scenario;
  const request = { id: order, query: { mchId } };
  const found = await control.find(`/${collection}/:id`, request);
  if (found === null) {
    const other = await control.get('/orders/:id', request);
    throw new UsageError(`${name} requires ${nouns[collection]}, but ${order} is ${nounsOf[nounOf(other)]}`);
  }
  if (found.status !== 'pending') {
    throw new UsageError(`${name} requires a pending order, but ${order} is ${found.status}`);
  }
  const tradeType = step.with?.['tradeType'];
  const own = 'tradeType' in found ? found.tradeType : undefined;
  if (tradeType !== undefined && tradeType !== own) {
    throw new UsageError(`${name} requires an order with tradeType ${tradeType}, but ${order} uses ${own}`);
  }
  return found;
}

export function onOrder(scenario: Scenario, order: Order): Scenario {
  const { step, collection } = creation(scenario);
  const { id } = step;
  const look: Step = { id, run: `${collection}.get`, of: numberOf(order), expect: { status: 'pending' } };
  return { ...scenario, steps: scenario.steps.map((other) => (other === step ? look : other)) };
}

export function addressOf(order: Order, saved: string | null): string | null {
  if ('notifyUrl' in order && order.notifyUrl !== null) return order.notifyUrl;
  // The gateway sends the callback of a link only to the link's own URL (spec).
  return 'linkCode' in order ? null : saved;
}

function creation({ name, steps }: Scenario) {
  for (const step of steps) {
    const collection = Object.entries(creates).find(([run]) => run === step.run)?.[1];
    if (collection !== undefined) return { step, collection };
  }
  throw new UsageError(`${name} does not use an order. Remove --order`);
}
