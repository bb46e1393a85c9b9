import { formatAmount } from '@inrgate/sdk/protocol';
import { describe, expect, it } from 'vitest';
import type { MockGateway } from '../../src/index.ts';
import { Orders, openGateway } from './harness.ts';
import { type PayoutMove, payoutMoves } from './histories/payout-steps.ts';
import { statusAfter } from './histories/steps.ts';
import { ScriptedNetwork } from './sender.ts';

const length = 6;

/** The states of a withdrawal, written down once more: what each move leads to, and nothing for what is illegal. */
const next: Readonly<Record<string, Partial<Record<PayoutMove, string>>>> = {
  pending: { approve: 'processing', reject: 'failed', cancel: 'failed' },
  processing: { complete: 'success', reject: 'failed', cancel: 'failed' },
  success: {},
  failed: {},
};

/** All sequences of that many moves. */
function sequences(of: number): readonly (readonly PayoutMove[])[] {
  if (of === 0) return [[]];
  return sequences(of - 1).flatMap((sequence) => payoutMoves.map((move) => [...sequence, move]));
}

/** Where the moves lead, one after the other, and the states that were told on the way. */
function expected(sequence: readonly PayoutMove[]) {
  let state = 'pending';
  const told: string[] = [];
  const statuses = sequence.map((move) => {
    const reached = next[state]?.[move];
    if (reached === undefined) return 409;
    state = reached;
    told.push(`payout.${reached}`);
    return 200;
  });
  return { state, told, statuses };
}

/** What the books have of a withdrawal, in order: its hold, and what became of it. */
function booked(state: string): readonly string[] {
  if (state === 'success') return ['hold', 'capture'];
  return state === 'failed' ? ['hold', 'release'] : ['hold'];
}

const unlimited = '100000000.00';

async function open(): Promise<MockGateway> {
  return openGateway({
    sender: new ScriptedNetwork().send,
    merchants: [
      {
        mchId: 'SHOP',
        mchKey: 'shop-key',
        mchSecret: 'shop-secret',
        callbackUrl: 'http://merchant.example/callbacks',
        balance: unlimited,
        limits: { payoutDaily: unlimited },
      },
    ],
    settings: { rateLimitPerMinute: 1_000_000 },
  });
}

describe('every sequence of six moves on a withdrawal', () => {
  // A gateway for each first move, so that what is looked through stays small.
  it.each(payoutMoves)(
    'that begins with %s ends where the specification says, books what it says and tells it once [invariant:3] [invariant:8]',
    async (first) => {
      const gateway = await open();
      const orders = new Orders(gateway);
      const all = sequences(length - 1).map((rest) => [first, ...rest]);
      expect(all).toHaveLength(4 ** (length - 1));
      const done = [];
      for (const sequence of all) {
        const orderNo = await orders.payout({ amount: '500.00' });
        const statuses = [];
        for (const move of sequence) statuses.push(await statusAfter(gateway.payouts[move](orderNo)));
        const wanted = expected(sequence);
        expect(statuses, sequence.join(' ')).toEqual(wanted.statuses);
        expect((await gateway.payouts.get(orderNo)).status).toBe(wanted.state);
        done.push({ orderNo, sequence, ...wanted });
      }
      await gateway.callbacks.settle();
      const entries = Map.groupBy(await entriesOf(gateway), ({ orderNo }) => orderNo);
      for (const { orderNo, sequence, state, told } of done) {
        const callbacks = (await gateway.callbacks.list({ orderNo })).items;
        expect(callbacks.map(({ event }) => event).toSorted(), sequence.join(' ')).toEqual(told.toSorted());
        const kinds = new Set((entries.get(orderNo) ?? []).map(({ kind }) => kind));
        expect([...kinds], sequence.join(' ')).toEqual(booked(state));
      }
      expect(await gateway.ledger.check()).toMatchObject({ balanced: true, problems: [] });
      const held = done.filter(({ state }) => state === 'pending' || state === 'processing').length;
      // 6.5 % and 10.00 on 500.00 (spec: Fees).
      expect(await gateway.merchants.wallet('SHOP')).toMatchObject({
        frozen: formatAmount(BigInt(held) * 54_250n),
      });
    },
  );
});

async function entriesOf(gateway: MockGateway) {
  const entries = [];
  for (let cursor: string | undefined; ; ) {
    const page = await gateway.merchants.ledger('SHOP', { limit: 1_000, cursor });
    entries.push(...page.entries);
    if (page.nextCursor === null) return entries;
    cursor = page.nextCursor;
  }
}
