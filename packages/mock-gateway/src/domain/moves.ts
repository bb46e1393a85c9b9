/** Kinds of orders. */
export type OrderKind = 'payin' | 'link' | 'payout';

interface OrderMove {
  /** Kinds of orders that have this move. */
  readonly of: readonly OrderKind[];
  /** States that allow the move. */
  readonly from: readonly string[];
  /** Fields of the control call's body, with their descriptions. */
  readonly fields: Readonly<Record<string, string>>;
  /** Text of a button. */
  readonly label: string;
  readonly summary: string;
  readonly effect: string;
  /** Sentence after the move. */
  readonly done: string;
}

const reason = { message: 'Reason for the failure. The callback to the merchant contains the reason.' };

/**
 * Moves of orders by the customer and the operator (spec: States and transitions). The name of a move is also that of its
 * control call and its command. This file imports nothing, so the command and the dashboard load only the table.
 */
export const orderMoves = {
  pay: {
    of: ['payin', 'link'],
    from: ['pending', 'failed', 'expired'],
    fields: {
      paidAmount: 'Amount that the customer pays, INR with two decimals. Default: the amount of the order.',
      utr: 'Bank reference. Default: a generated reference.',
    },
    label: 'Pay',
    summary: 'Pay as the customer',
    effect: 'The gateway credits the order and sends a callback.',
    done: 'The customer has paid.',
  },
  fail: {
    of: ['payin', 'link'],
    from: ['pending'],
    fields: {},
    label: 'Fail',
    summary: 'Fail the payment',
    effect: 'No money moves. The customer can still pay.',
    done: 'The payment failed.',
  },
  approve: {
    of: ['payout'],
    from: ['pending'],
    fields: {},
    label: 'Approve',
    summary: 'Approve the payout',
    effect: 'The state changes to processing.',
    done: 'The payout is approved.',
  },
  complete: {
    of: ['payout'],
    from: ['processing'],
    fields: { txid: 'Transfer reference. Default for USDT: a generated reference.' },
    label: 'Complete',
    summary: 'Complete the transfer',
    effect: 'The gateway debits the held amount and sends a callback.',
    done: 'The payout is completed.',
  },
  reject: {
    of: ['payout'],
    from: ['pending', 'processing'],
    fields: reason,
    label: 'Reject',
    summary: 'Reject the payout',
    effect: 'The gateway returns the held amount to the wallet and sends a callback.',
    done: 'The payout is rejected.',
  },
  cancel: {
    of: ['payout'],
    from: ['pending', 'processing'],
    fields: reason,
    label: 'Cancel',
    summary: 'Cancel the payout',
    effect: 'The gateway returns the held amount to the wallet and sends a callback.',
    done: 'The payout is cancelled.',
  },
} as const satisfies Readonly<Record<string, OrderMove>>;

/** Name of a move. */
export type MoveName = keyof typeof orderMoves;

/** Names of the moves of a kind of orders. */
export type MoveOf<Kind extends OrderKind> = {
  [Name in MoveName]: Kind extends (typeof orderMoves)[Name]['of'][number] ? Name : never;
}[MoveName];

/** The moves of a kind of orders, in a state or in any state. */
export function movesOf<Kind extends OrderKind>(kind: Kind, status?: string): readonly MoveOf<Kind>[] {
  const rows: readonly (readonly [string, OrderMove])[] = Object.entries(orderMoves);
  const legal = rows.filter(
    ([, { of, from }]) => of.includes(kind) && (status === undefined || from.includes(status)),
  );
  return legal.map(([name]) => name as MoveOf<Kind>);
}
