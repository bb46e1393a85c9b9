import type { Duration } from '@inrgate/sdk/internal';
import fc from 'fast-check';
import { advance, create, move, resend } from '../../model/calls.ts';
import { type Name, payoutMoves } from '../../model/model.ts';
import {
  createInTrouble,
  duringMaintenance,
  freezeLater,
  loseCallbacks,
  receiverIs,
  restart,
  settings,
} from './gateway-steps.ts';
import { merchants } from './merchants.ts';
import { type Step, stepOf, together } from './steps.ts';

const reference = fc.constantFrom('A', 'B', 'C');
const mchId = fc.constantFrom(...merchants.map((merchant) => merchant.mchId));
const deposit = fc.record({ mchId, reference, kind: fc.constantFrom('payins', 'links') } as const);
const payout = fc.record({ mchId, reference, kind: fc.constant('payouts') } as const);
const depositTerms = fc.record({
  amount: fc.constantFrom('333.33', '333.33', '12345.67'),
  tradeType: fc.constantFrom('INRUPI', 'INRUPI', 'INRUPI', 'usdt'),
} as const);
const payoutTerms = fc.record({ amount: fc.constantFrom('500.00', '500.00', '1234.57', '5000.00') });

/** Adds further random terms to an order. */
function named<A extends Name, B extends object>(name: fc.Arbitrary<A>, terms: fc.Arbitrary<B>) {
  return fc.tuple(name, terms).map(([one, other]): A & B => ({ ...one, ...other }));
}

const creation = named(deposit, depositTerms);
const payin = creation.map((terms) => ({ ...terms, kind: 'payins' }) as const);
const withdrawal = named(payout, payoutTerms);
const trouble = fc.record({
  phase: fc.constantFrom('before', 'after'),
  action: fc.constantFrom('status', 'drop', 'truncate', 'garbage'),
} as const);
const oneMove = fc.constantFrom('approve', 'approve', 'complete', 'complete', 'reject', 'cancel');
const times = fc.constantFrom<(readonly [by: Duration, ms: number])[]>(
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
  often(7, creation.map(create).map(stepOf)),
  often(
    6,
    fc.tuple(deposit, fc.constantFrom('pay', 'pay', 'fail')).map((args) => stepOf(move(...args))),
  ),
  often(
    2,
    fc
      .tuple(deposit, fc.shuffledSubarray(['pay', 'fail'] as const, { minLength: 2 }))
      .map(([name, several]) => together(several.map((one) => move(name, one)))),
  ),
  often(5, withdrawal.map(create).map(stepOf)),
  often(
    7,
    fc.tuple(payout, oneMove).map((args) => stepOf(move(...args))),
  ),
  often(
    2,
    fc
      .tuple(payout, fc.shuffledSubarray([...payoutMoves], { minLength: 2 }))
      .map(([name, several]) => together(several.map((one) => move(name, one)))),
  ),
  often(
    4,
    times.map(([by, ms]) => stepOf(advance(by, ms))),
  ),
  often(1, fc.constantFrom(1_000, 61_000, 3_600_000).map(freezeLater)),
  often(2, fc.oneof(deposit, payout).map(resend).map(stepOf)),
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
    4,
    fc.tuple(fc.oneof(payin, withdrawal), trouble).map((args) => createInTrouble(...args)),
  ),
  often(
    1,
    fc.tuple(payin, withdrawal).map((args) => duringMaintenance(...args)),
  ),
);

/** Creates random histories of at most `maxCommands` steps. */
export function histories(maxCommands: number) {
  return fc.commands([anyStep], { maxCommands, size: 'max' });
}
