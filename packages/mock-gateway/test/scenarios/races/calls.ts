import type { MockGateway } from '../../../src/index.ts';
import { advance, type Call, create, credit, move, play, type Real } from '../../model/calls.ts';
import { newState, payoutMoves, type State } from '../../model/model.ts';

/**
 * Calls that can be simultaneous. W-NEW and W-OTHER together exceed the wallet. W-NEW and W-THIRD together exceed the
 * daily limit.
 */
export function callsOf(mchId: string): readonly Call[] {
  const payin = (reference: string) => ({ mchId, kind: 'payins', reference }) as const;
  const payout = (reference: string) => ({ mchId, kind: 'payouts', reference }) as const;
  return [
    ...['500.00', '500.00', '600.00'].map((amount) => create({ ...payin('NEW'), amount })),
    create({ ...payout('W-NEW'), amount: '4000.00' }),
    create({ ...payout('W-NEW'), amount: '4000.00' }),
    create({ ...payout('W-OTHER'), amount: '2500.00' }),
    create({ ...payout('W-THIRD'), amount: '4000.00' }),
    ...(['pay', 'pay', 'fail'] as const).map((done) => move(payin('OPEN'), done)),
    ...payoutMoves.map((done) => move(payout('W-OPEN'), done)),
    ...(['complete', 'reject', 'cancel'] as const).map((done) => move(payout('W-APPROVED'), done)),
    credit(mchId, 10_000n),
    advance('31m', 31 * 60_000),
  ];
}

interface Shop {
  readonly mchId: string;
  readonly real: Real;
  readonly state: State;
}

/** Creates a merchant with a pending pay-in and two payouts, of which one is approved. */
export async function openShop(gateway: MockGateway): Promise<Shop> {
  const keys = await gateway.createMerchant({
    callbackUrl: 'http://merchant.example/callbacks',
    balance: '10000.00',
    limits: { payoutDaily: '10000.00' },
  });
  const { mchId } = keys;
  const real = { gateway, merchants: [keys], orderNos: new Map<string, string>() };
  const now = Date.parse(gateway.clock.get().now);
  const shop = { available: 1_000_000n, dailyLimit: 1_000_000n };
  const played = { state: { ...newState(now, { [mchId]: shop }), latePayments: 'refuse' } as const };
  const approved = { mchId, kind: 'payouts', reference: 'W-APPROVED' } as const;
  for (const call of [
    create({ mchId, kind: 'payins', reference: 'OPEN', amount: '1000.00' }),
    create({ mchId, kind: 'payouts', reference: 'W-OPEN', amount: '1000.00' }),
    create({ ...approved, amount: '2000.00' }),
    move(approved, 'approve'),
  ])
    await play(played, real, call);
  return { mchId, real, state: played.state };
}
