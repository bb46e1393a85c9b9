import { z } from 'zod';
import { initialState } from '../domain/callback.ts';
import type { Deposit } from '../domain/deposit.ts';
import { type MoveName, orderMoves } from '../domain/moves.ts';
import type { Payout } from '../domain/payout.ts';
import { ControlError } from '../http/core/control-error.ts';
import type { Moved } from '../operations/moved.ts';
import { failOrder, payOrder } from '../operations/settle-deposit.ts';
import { approveTransfer, completeTransfer, failTransfer } from '../operations/settle-payout.ts';
import type { ControlCall } from './call.ts';
import type { ControlGateway } from './control-gateway.ts';
import { amountInput, callbackText } from './input.ts';
import { type FoundOrder, findOrder, nouns, type Owner, ownerInput } from './named-order.ts';
import { legalMoves, orderView } from './order-views.ts';
import type { ControlResponse } from './responses/responses.ts';

const message = callbackText('message', { min: 0, max: 255 }).optional();

/** Bodies of the moves. The fields are those of the table of moves. */
const bodies = {
  pay: z.strictObject({
    paidAmount: amountInput.optional(),
    utr: callbackText('utr', { min: 1, max: 64 }).optional(),
  }),
  complete: z.strictObject({ txid: callbackText('txid', { min: 1, max: 128 }).optional() }),
  reject: z.strictObject({ message }),
  cancel: z.strictObject({ message }),
} as const satisfies { readonly [Name in MoveName]?: z.ZodObject<Fields<Name>> };

type Fields<Name extends MoveName> = Record<keyof (typeof orderMoves)[Name]['fields'], z.ZodType>;
type Bodies = typeof bodies;
type BodyOf<Name> = Name extends keyof Bodies ? Bodies[Name] : never;

const examples: { readonly [Name in keyof Bodies]: Readonly<Record<string, object>> } = {
  pay: {
    'Pay the order amount': {},
    'Pay another amount': { paidAmount: '499.00', utr: '412345678901' },
  },
  complete: { 'With a reference': { txid: '853793d552635f53' } },
  reject: { 'With a reason': { message: 'Wrong account name' } },
  cancel: { 'With a reason': { message: 'Wrong account name' } },
};

type Body<Name extends keyof Bodies> = z.output<Bodies[Name]>;
type Made<Order> = Moved<Order, string>;

const made = {
  pay: (gateway: ControlGateway, order: Deposit, body: Body<'pay'>): Made<Deposit> =>
    payOrder(gateway, { order, ...body, by: 'customer' }),
  fail: (gateway: ControlGateway, order: Deposit): Made<Deposit> =>
    failOrder(gateway, { order, by: 'customer' }),
  approve: (gateway: ControlGateway, order: Payout): Made<Payout> => approveTransfer(gateway, order),
  complete: (gateway: ControlGateway, order: Payout, { txid }: Body<'complete'>): Made<Payout> =>
    completeTransfer(gateway, { order, txid }),
  reject: (
    gateway: ControlGateway,
    order: Payout,
    { message = 'Rejected by the operator' }: Body<'reject'>,
  ): Made<Payout> => failTransfer(gateway, { order, message }),
  cancel: (gateway: ControlGateway, order: Payout, { message = 'Cancelled' }: Body<'cancel'>): Made<Payout> =>
    failTransfer(gateway, { order, message }),
} as const;

/** Moves any order that has this move. The finder of the order checks its kind. */
type Make = (gateway: ControlGateway, order: Deposit | Payout, body: unknown) => Made<Deposit | Payout>;

const kindsOf = { payins: ['payin'], links: ['link'], payouts: ['payout'] } as const;
const responses = {
  payins: 'MovedPayin',
  links: 'MovedLink',
  payouts: 'MovedPayout',
  orders: 'MovedOrder',
} as const;
type Responses = typeof responses;

/** Creates the call of a move from the table of moves. */
export function moveCall<Collection extends keyof Responses, Name extends MoveName>(
  collection: Collection,
  name: Name,
): ControlCall<
  `POST /${Collection}/:id/${Name}`,
  Responses[Collection],
  never,
  typeof ownerInput,
  BodyOf<Name>,
  Promise<ControlResponse<Responses[Collection]>>
> {
  const kinds = collection === 'orders' ? orderMoves[name].of : kindsOf[collection as keyof typeof kindsOf];
  const body = Object.hasOwn(bodies, name) && {
    body: { schema: bodies[name as keyof Bodies], examples: examples[name as keyof Bodies] },
  };
  const call: Omit<ControlCall, 'query'> & { readonly query: z.ZodObject } = {
    route: `POST /${collection}/:id/${name}`,
    summary: orderMoves[name].summary,
    query: ownerInput,
    ...body,
    response: responses[collection],
    refusals: ['illegal_transition', 'ambiguous'],
    run: (gateway, { id, query, body }) => {
      const found = findOrder(gateway.store, id, { kinds, ...(query as Owner) });
      return moveOrder(gateway, found, (order) => (made[name] as Make)(gateway, order, body));
    },
  };
  return call as ReturnType<typeof moveCall<Collection, Name>>;
}

/** Moves an order. The response contains the callback of the move, or the reason why there is none. */
async function moveOrder(
  gateway: ControlGateway,
  found: FoundOrder,
  make: (order: Deposit | Payout) => Made<Deposit | Payout>,
): Promise<ControlResponse<'MovedOrder'>> {
  const result = make(found.order);
  if (!result.ok) throw illegal(gateway, found, result.status);
  const after = { ...found, order: result.value } as FoundOrder;
  const callback =
    result.callback === null
      ? ({ state: 'none', reason: reasonFor(after) } as const)
      : { id: result.callback.id, state: initialState(result.callback).state };
  const shown = { ...orderView(gateway, after), callback };
  await gateway.store.onDisk();
  return shown as ControlResponse<'MovedOrder'>;
}

/** Reason why a move caused no callback (spec: Callbacks; reading: Callbacks). */
function reasonFor({ kind, order }: FoundOrder): string {
  if (kind === 'payin') return 'The setting failedPayinCallback is off.';
  return order.state.status === 'success'
    ? 'The link has no notify URL.'
    : 'A failed link causes no callback.';
}

/** Error of an illegal move, with the state and its legal moves. */
function illegal(gateway: ControlGateway, found: FoundOrder, status: string): ControlError {
  const order = `The ${nouns[found.kind]} ${found.order.orderNo}`;
  const moves = legalMoves(gateway, found);
  const isFinal = found.kind === 'payout' || status === 'success';
  const none = isFinal ? 'which is final' : 'and late payments are rejected';
  const state =
    moves.length === 0
      ? `${status}, ${none}; allowed actions: none`
      : `${status}; allowed actions: ${moves.join(', ')}`;
  return new ControlError('illegal_transition', `${order} is ${state}. Nothing was changed.`);
}
