import type { Duration } from '@inrgate/sdk/internal';
import fc from 'fast-check';
import { createDeposit, depositKinds, resendDeposit, settleDeposit } from './deposit-steps.ts';
import {
  advance,
  createDepositInTrouble,
  createPayoutInTrouble,
  duringMaintenance,
  freezeLater,
  loseCallbacks,
  receiverIs,
  restart,
  settings,
} from './gateway-steps.ts';
import { merchants } from './merchants.ts';
import { createPayout, movePayout, payoutMoves, resendPayout } from './payout-steps.ts';
import type { Step } from './steps.ts';

const mchId = fc.constantFrom(...merchants.map((merchant) => merchant.mchId));
const reference = fc.constantFrom('A', 'B', 'C');
const kind = fc.constantFrom(...depositKinds);
const creation = fc.record({
  mchId,
  kind,
  reference,
  amount: fc.constantFrom('333.33', '333.33', '12345.67'),
  tradeType: fc.constantFrom('INRUPI', 'INRUPI', 'INRUPI', 'usdt'),
} as const);
const withdrawal = fc.record({
  mchId,
  reference,
  amount: fc.constantFrom('500.00', '500.00', '1234.57', '5000.00'),
});
const trouble = fc.record({
  phase: fc.constantFrom('before', 'after'),
  action: fc.constantFrom('status', 'drop', 'truncate', 'garbage'),
} as const);
const oneMove = fc.constantFrom('approve', 'approve', 'complete', 'complete', 'reject', 'cancel');
const times = fc.constantFrom(
  ['59s', 59_000],
  ['1m', 60_000],
  ['14m', 840_000],
  ['30m', 1_800_000],
  ['7h', 25_200_000],
);
const changes = fc.constantFrom(
  ...([
    { latePayments: 'credit' },
    { latePayments: 'refuse' },
    { failedPayinCallback: false },
    { failedPayinCallback: true },
    { orderValidityMinutes: 1 },
    { orderValidityMinutes: 30 },
  ] as const),
);

const often = (weight: number, arbitrary: fc.Arbitrary<Step>) => ({ weight, arbitrary });

const anyStep = fc.oneof(
  often(7, creation.map(createDeposit)),
  often(
    6,
    fc
      .tuple(fc.record({ mchId, kind, reference }), fc.constantFrom('pay', 'pay', 'fail'))
      .map((args) => settleDeposit(...args)),
  ),
  often(5, withdrawal.map(createPayout)),
  often(
    7,
    fc.tuple(mchId, reference, oneMove).map(([shop, number, move]) => movePayout(shop, number, [move])),
  ),
  often(
    2,
    fc
      .tuple(mchId, reference, fc.shuffledSubarray([...payoutMoves], { minLength: 2 }))
      .map((args) => movePayout(...args)),
  ),
  often(
    4,
    times.map(([by, ms]) => advance(String(by) as Duration, Number(ms))),
  ),
  often(1, fc.constantFrom(1_000, 61_000, 3_600_000).map(freezeLater)),
  often(1, fc.record({ mchId, kind, reference }).map(resendDeposit)),
  often(
    1,
    fc.tuple(mchId, reference).map((args) => resendPayout(...args)),
  ),
  often(2, fc.constant(restart)),
  often(1, fc.constantFrom('well', 'ill').map(receiverIs)),
  often(1, changes.map(settings)),
  often(
    1,
    fc
      .tuple(fc.constantFrom(1, 3), fc.constantFrom('drop', 'duplicate'))
      .map((args) => loseCallbacks(...args)),
  ),
  often(
    2,
    fc.tuple(creation, trouble).map((args) => createDepositInTrouble(...args)),
  ),
  often(
    2,
    fc.tuple(withdrawal, trouble).map((args) => createPayoutInTrouble(...args)),
  ),
  often(
    1,
    fc.tuple(creation, withdrawal).map((args) => duringMaintenance(...args)),
  ),
);

/** Histories of that many steps at most. */
export function histories(maxCommands: number) {
  return fc.commands([anyStep], { maxCommands, size: 'max' });
}
