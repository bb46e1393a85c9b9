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
import { actors } from '../../domain/history.ts';
import { movesOf, type OrderKind } from '../../domain/moves.ts';
import { account, ledgerKind } from './accounts.ts';
import { attempt, callbackId, callbackState, event, nextAttemptAt } from './deliveries.ts';
import { anySum, mchId, text, textOrNull, time } from './fields.ts';

const { type: _payin, pay_url: _alias, ...shown } = payinFound.options[0].shape;
const { orderNo, mchOrderNo, extra, ...wire } = shown;
const { status, utr, payUrl, createdAt, expiresAt, paidAt, ...payment } = wire;
const { usdtAmount, address } = payinFound.options[1].shape;

const moment = { at: time };
export const timelineEntry = z.discriminatedUnion('type', [
  z.strictObject({
    ...moment,
    type: z.literal('move'),
    from: textOrNull('Previous state, or `null` at creation.'),
    to: text('New state.', 'success'),
    by: z.enum(['merchant', ...actors]).meta({ description: 'Role that changed the state.' }),
  }),
  z.strictObject({
    ...moment,
    type: z.literal('ledger'),
    kind: ledgerKind,
    postings: z
      .array(z.strictObject({ account, amount: anySum }))
      .meta({ description: 'Postings of the transaction. Their amounts sum to zero.' }),
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

const simulated = z
  .strictObject({
    at: time
      .nullable()
      .meta({ description: 'Time of the action in IST, or `null` without a further action.' }),
    will: text('Outcome of the order.', 'will be paid 1.00 short'),
    because: text('Reason for the outcome.', 'the amount ends in .03'),
  })
  .nullable()
  .meta({
    description:
      'Next action of a simulated customer or operator. `null` without simulation, or for a final order.',
  });

const timeline = z.array(timelineEntry).meta({
  description: 'State changes, ledger postings, callbacks and their attempts, oldest first.',
});

function movesIn<const Kind extends OrderKind>(kind: Kind) {
  return z.array(z.enum(movesOf(kind))).meta({
    description:
      'Actions that the current state allows. Each action is the name of a call of the control API.',
  });
}

const depositFields = {
  mchId,
  ...payment,
  tradeType: tradeType.meta({ description: 'Payment method of the customer.' }),
  usdtAmount: usdtAmount.nullable().meta({ description: 'Exact USDT amount to pay, or `null` for INR.' }),
  address: address
    .nullable()
    .meta({ description: 'Receiving wallet address of a USDT order, or `null` for INR.' }),
  status,
  moves: movesIn('payin'),
  utr,
  payUrl,
  notifyUrl: textOrNull('Callback URL of the order, or `null`.'),
  returnUrl: textOrNull('URL that opens after the payment, or `null`.'),
  createdAt,
  expiresAt,
  paidAt,
};

export const payin = z.strictObject({ orderNo, mchOrderNo, extra, ...depositFields });

const { link_code, client_ref, note } = linkFound.shape;
export const link = z.strictObject({
  linkCode: link_code,
  clientRef: client_ref.nullable().meta({ description: 'Merchant’s own ID of the link, or `null`.' }),
  note,
  ...depositFields,
});

const { type: _kind, ...withdrawal } = payoutFound.shape;

type Fields = typeof destinations;
/** Fields of a destination that the API shows. */
export type DestinationView = {
  [Kind in PayType]: {
    readonly [Field in Exclude<Fields[Kind][number], { personal: 'all' }>['name']]: string;
  };
}[PayType];

function destinationShape(fields: readonly DestinationField<string>[]): z.ZodObject {
  const shown = fields.flatMap(({ name, personal, description, example }) => {
    if (personal === 'all') return [];
    const masked = text(
      `${description} Only the last four characters are visible.`,
      `••••${example.slice(-4)}`,
    );
    return [[name, personal === 'none' ? text(description, example) : masked]];
  });
  return z.strictObject(Object.fromEntries(shown));
}

export const payout = z.strictObject({
  ...withdrawal,
  mchId,
  moves: movesIn('payout'),
  destination: z
    .union(
      Object.values(destinations).map(destinationShape) as unknown as readonly z.ZodType<DestinationView>[],
    )
    .meta({ description: 'Destination of the payout, masked.' }),
  message: textOrNull('Reason for the failure, or `null`.'),
});

/** Callback that a move caused. */
const moveCallback = z
  .union([
    z.strictObject({ id: callbackId, state: callbackState }),
    z.strictObject({ state: z.literal('none'), reason: text('Reason.', 'The link has no notify URL.') }),
  ])
  .meta({ description: 'Callback that the action caused, or the reason why there is none.' });
const moved = { callback: moveCallback };
export const movedPayin = payin.extend(moved);
export const movedLink = link.extend(moved);
export const movedPayout = payout.extend(moved);

const inFull = { simulated, timeline };
export const payinInFull = payin.extend(inFull);
export const linkInFull = link.extend(inFull);
export const payoutInFull = payout.extend(inFull);
