import {
  type DestinationField,
  destinations,
  linkFound,
  type PayType,
  payinFound,
  payoutFound,
  tradeType,
} from '@inrgate/sdk/internal';
import { z } from 'zod';
import { depositMoveNames } from '../../domain/deposit.ts';
import { actors } from '../../domain/history.ts';
import { payoutMoveNames } from '../../domain/payout.ts';
import { account, ledgerKind } from './accounts.ts';
import { attempt, callbackId, callbackState, event, nextAttemptAt } from './deliveries.ts';
import { anySum, mchId, text, time } from './fields.ts';

const [payinFields] = payinFound.options;
const { amount, fee, netAmount, paidAmount, utr, payUrl, extra, createdAt, expiresAt, paidAt } =
  payinFields.shape;
const { usdtAmount, address } = payinFound.options[1].shape;

const moment = { at: time };
export const timelineEntry = z.discriminatedUnion('type', [
  z.strictObject({
    ...moment,
    type: z.literal('move'),
    from: z.string().nullable().meta({ description: 'The state before; null at creation.' }),
    to: text('The state after.', 'success'),
    by: z.enum(['merchant', ...actors]).meta({ description: 'Who moved it.' }),
  }),
  z.strictObject({
    ...moment,
    type: z.literal('ledger'),
    kind: ledgerKind,
    postings: z.array(z.strictObject({ account, amount: anySum })).meta({ description: 'They sum to zero.' }),
  }),
  z.strictObject({
    ...moment,
    type: z.literal('callback'),
    id: callbackId,
    event,
    state: callbackState,
    nextAttemptAt,
  }),
  z.strictObject({ ...moment, type: z.literal('attempt'), callbackId, event, ...attempt.shape }),
]);

export const timeline = z.array(timelineEntry).meta({
  description: 'Its moves, its money, its callbacks and their attempts, oldest first.',
});

function movesOf<const Name extends string>(names: readonly Name[]) {
  return z
    .array(z.enum(names))
    .meta({ description: 'What can be done with it now, each by the call of that name.' });
}

const depositFields = {
  mchId,
  amount,
  fee,
  netAmount,
  paidAmount,
  tradeType: tradeType.meta({ description: 'How the customer pays.' }),
  usdtAmount: usdtAmount.nullable().meta({ description: 'Exact USDT to pay; null for INR.' }),
  address: address.nullable().meta({ description: 'Receiving address of a USDT order; null for INR.' }),
  status: payinFields.shape.status,
  moves: movesOf(depositMoveNames),
  utr,
  payUrl,
  notifyUrl: z.string().nullable().meta({ description: 'Where its callbacks go, if the order says so.' }),
  returnUrl: z.string().nullable().meta({ description: 'Where the customer is sent after paying.' }),
  createdAt,
  expiresAt,
  paidAt,
};

const { orderNo, mchOrderNo } = payinFields.shape;
export const payin = z.strictObject({ orderNo, mchOrderNo, extra, ...depositFields });

const { link_code, client_ref, note } = linkFound.shape;
export const link = z.strictObject({
  linkCode: link_code,
  clientRef: client_ref.nullable().meta({ description: 'The merchant’s own id; null if none.' }),
  note,
  ...depositFields,
});

const { type: _kind, ...withdrawal } = payoutFound.shape;

type Fields = typeof destinations;
/** The fields of a destination that are told. */
export type DestinationView = {
  [Kind in PayType]: {
    readonly [Field in Exclude<Fields[Kind][number], { personal: 'all' }>['name']]: string;
  };
}[PayType];

function destinationShape(fields: readonly DestinationField<string>[]): z.ZodObject {
  const told = fields.flatMap(({ name, personal, description, example }) => {
    if (personal === 'all') return [];
    const masked = text(
      `${description} Masked but for its last four characters.`,
      `••••${example.slice(-4)}`,
    );
    return [[name, personal === 'none' ? text(description, example) : masked]];
  });
  return z.strictObject(Object.fromEntries(told));
}

export const payout = z.strictObject({
  ...withdrawal,
  mchId,
  moves: movesOf(payoutMoveNames),
  destination: z
    .union(
      Object.values(destinations).map(destinationShape) as unknown as readonly z.ZodType<DestinationView>[],
    )
    .meta({ description: 'Where the money goes, masked.' }),
  message: z.string().nullable().meta({ description: 'Why it failed; null unless it did.' }),
});
