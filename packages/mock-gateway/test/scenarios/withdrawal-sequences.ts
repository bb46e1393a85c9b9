import { formatAmount } from '@inrgate/sdk/protocol';
import { expect, it } from 'vitest';
import type { MockGateway } from '../../src/index.ts';
import { create, move, play } from '../model/calls.ts';
import { bookedFor, newState, type PayoutMove, payoutMoves, viewOf } from '../model/model.ts';
import { openGateway, start } from './harness.ts';
import { ScriptedNetwork } from './sender.ts';

/** Returns all sequences of `of` moves. */
function sequences(of: number): readonly (readonly PayoutMove[])[] {
  if (of === 0) return [[]];
  return sequences(of - 1).flatMap((sequence) => payoutMoves.map((move) => [...sequence, move]));
}

const unlimited = '100000000.00';
const keys = { mchId: 'SHOP', mchKey: 'shop-key', mchSecret: 'shop-secret' };

async function open(): Promise<MockGateway> {
  return openGateway({
    sender: new ScriptedNetwork().send,
    merchants: [
      {
        ...keys,
        callbackUrl: 'http://merchant.example/callbacks',
        balance: unlimited,
        limits: { payoutDaily: unlimited },
      },
    ],
    settings: { rateLimitPerMinute: 1_000_000 },
  });
}

/** Plays every sequence of `length` actions on a payout. */
export function itPlaysSequences(length: number): void {
  // Use a separate gateway for each first move, because this keeps the lists short.
  it.each(payoutMoves)(
    `every sequence of ${length} actions that begins with %s ends in the specified state [invariant:3] [invariant:8]`,
    async (first) => {
      const gateway = await open();
      const real = { gateway, merchants: [keys], orderNos: new Map<string, string>() };
      const shop = { available: 10_000_000_000n, dailyLimit: 10_000_000_000n };
      const played = { state: newState(Date.parse(start), { SHOP: shop }) };
      const all = sequences(length - 1).map((rest) => [first, ...rest]);
      expect(all).toHaveLength(4 ** (length - 1));
      for (const sequence of all) {
        const name = { mchId: 'SHOP', kind: 'payouts', reference: sequence.join('-') } as const;
        await play(played, real, create({ ...name, amount: '500.00' }));
        for (const done of sequence) await play(played, real, move(name, done));
      }
      await gateway.callbacks.settle();
      const entries = Map.groupBy(await entriesOf(gateway), ({ orderNo }) => orderNo);
      const { available, held, orders } = viewOf(played.state, 'SHOP');
      for (const [key, { status, events }] of Object.entries(orders)) {
        const orderNo = real.orderNos.get(`SHOP ${key}`) ?? '';
        expect((await gateway.payouts.get(orderNo)).status, key).toBe(status);
        const callbacks = (await gateway.callbacks.list({ orderNo })).items;
        expect(callbacks.map(({ event }) => event).toReversed(), key).toEqual(events);
        const kinds = new Set((entries.get(orderNo) ?? []).map(({ kind }) => kind));
        expect([...kinds], key).toEqual(bookedFor('payouts', status));
      }
      expect(await gateway.ledger.check()).toMatchObject({ balanced: true, problems: [] });
      expect(await gateway.merchants.wallet('SHOP')).toMatchObject({
        available: formatAmount(available),
        frozen: formatAmount(held),
      });
    },
  );
}

async function entriesOf(gateway: MockGateway) {
  const entries = [];
  for (let cursor: string | undefined; ; ) {
    const page = await gateway.merchants.ledger('SHOP', { limit: 1_000, cursor });
    entries.push(...page.entries);
    if (page.nextCursor === null) return entries;
    cursor = page.nextCursor;
  }
}
