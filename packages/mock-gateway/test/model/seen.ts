import type { MockGateway } from '../../src/index.ts';
import { type Kind, keyOf, paise, type View } from './model.ts';

/** The state of a merchant that a client can read. Orders and callbacks are oldest first. */
export interface Seen {
  readonly wallet: Awaited<ReturnType<MockGateway['merchants']['wallet']>>;
  readonly orders: readonly SeenOrder[];
  readonly callbacks: Awaited<ReturnType<MockGateway['callbacks']['list']>>['items'];
}

interface SeenOrder {
  readonly id: string;
  readonly kind: Kind;
  readonly reference: string;
  readonly status: string;
  readonly amount: string;
  readonly fee: string;
  /** Net amount of a pay-in, or total debit of a payout. */
  readonly moved: string;
}

export async function seenOf(gateway: MockGateway, mchId: string): Promise<Seen> {
  const all = { mchId, limit: 200 } as const;
  const [wallet, payins, links, payouts, callbacks] = await Promise.all([
    gateway.merchants.wallet(mchId),
    gateway.payins.list(all),
    gateway.links.list(all),
    gateway.payouts.list(all),
    gateway.callbacks.list(all),
  ]);
  const orders: readonly SeenOrder[] = [
    ...payins.items.map((payin) => ({
      ...termsOf(payin),
      ...({
        id: payin.orderNo,
        kind: 'payins',
        reference: payin.mchOrderNo,
        moved: payin.netAmount,
      } as const),
    })),
    ...links.items.map((link) => ({
      ...termsOf(link),
      ...({
        id: link.linkCode,
        kind: 'links',
        reference: link.clientRef ?? '',
        moved: link.netAmount,
      } as const),
    })),
    ...payouts.items.map((payout) => ({
      ...termsOf(payout),
      ...({
        id: payout.orderNo,
        kind: 'payouts',
        reference: payout.mchOrderNo,
        moved: payout.totalDebit,
      } as const),
    })),
  ];
  return { wallet, orders: orders.toReversed(), callbacks: callbacks.items.toReversed() };
}

function termsOf({ status, amount, fee }: Pick<SeenOrder, 'status' | 'amount' | 'fee'>) {
  return { status, amount, fee };
}

/** Converts the state to the model's terms. */
export function viewIn({ wallet, orders, callbacks }: Seen): View {
  const seen = orders.map(({ id, kind, reference, amount, status }) => {
    const events = callbacks.filter(({ orderNo }) => orderNo === id).map(({ event }) => event);
    return [keyOf({ kind, reference }), { amount: paise(amount), status, events }];
  });
  return { available: paise(wallet.available), held: paise(wallet.frozen), orders: Object.fromEntries(seen) };
}
