import { parseAmount } from '@inrgate/sdk/protocol';
import { isAmount } from '../../configuration/options.ts';
import type { Controls } from '../../control/controls.ts';
import { canStillExpire, type Deposit } from '../../domain/deposit.ts';
import type { WireRequest } from '../../http/core/exchange.ts';
import { type Guard, refusalOfVisitor } from '../../http/core/guard.ts';
import { readBody } from '../../http/core/read-body.ts';
import type { Ports } from '../../operations/ports.ts';
import { failOrder, payOrder } from '../../operations/settle-deposit.ts';
import type { Problem } from './parts.ts';

export interface CheckoutContext {
  readonly ports: Ports;
  readonly controls: Pick<Controls, 'clock'>;
  /** Advances the clock to an instant in epoch milliseconds, unless the instant is in the past. */
  readonly advanceTo: (at: number) => Promise<unknown>;
  readonly guard: Guard;
  readonly url: string;
}

/**
 * Action on the checkout page. Every client with the checkout URL can take the customer's actions. The developer's
 * actions require operator access.
 */
export type MoveName = 'pay' | 'utr' | 'amount' | 'fail' | 'expire';

interface Move {
  readonly request: WireRequest;
  readonly context: CheckoutContext;
  readonly deposit: Deposit;
}

/**
 * Result of an action. If the state does not allow the action, the result is `done`, because the page shows the
 * unchanged order.
 */
type Outcome = 'done' | 'forbidden' | 'too_large' | Problem;

const bodyLimit = 4_096;

export async function makeMove(name: MoveName, move: Move): Promise<Outcome> {
  const customers = name === 'pay' || name === 'utr';
  if (!customers && !isOperator(move.request, move.context.guard)) return 'forbidden';
  const body = await readBody(move.request, bodyLimit);
  if (body === null) return 'too_large';
  return moves[name](move, new URLSearchParams(new TextDecoder().decode(body)));
}

const moves: Readonly<Record<MoveName, (move: Move, form: URLSearchParams) => Promise<Outcome>>> = {
  pay: ({ context, deposit }) => pay(context, deposit, {}),
  utr: payWithUtr,
  amount: payAnotherAmount,
  fail: async ({ context, deposit }) => {
    await failOrder(context.ports, { order: deposit, by: 'customer' });
    return 'done';
  },
  expire: letExpire,
};

async function pay(
  { ports }: CheckoutContext,
  order: Deposit,
  payment: { readonly paidAmount?: bigint; readonly utr?: string },
): Promise<'done'> {
  await payOrder(ports, { order, ...payment, by: 'customer' });
  return 'done';
}

/** Pays with a UTR. USDT payments have no bank reference, so their page lacks this form. */
async function payWithUtr({ context, deposit }: Move, form: URLSearchParams): Promise<Outcome> {
  const value = form.get('utr') ?? '';
  // A UTR that was copied from an app can contain spaces.
  const utr = value.replace(/\s/g, '');
  if (deposit.tradeType === 'usdt' || !/^[0-9]{12}$/.test(utr)) {
    return { field: 'utr', value, message: 'Enter a UTR with exactly 12 digits. Example: 412345678901.' };
  }
  return pay(context, deposit, { utr });
}

async function payAnotherAmount({ context, deposit }: Move, form: URLSearchParams): Promise<Outcome> {
  const value = form.get('paidAmount') ?? '';
  const text = value.trim();
  const paidAmount = isAmount(text) ? parseAmount(text) : 0n;
  if (paidAmount === 0n) {
    return {
      field: 'paidAmount',
      value,
      message: 'Enter an amount above zero with two decimals. Example: 400.00.',
    };
  }
  return pay(context, deposit, { paidAmount });
}

/** Advances the clock to the expiry. A second click waits for the first click and does not advance the clock again. */
async function letExpire({ context: { ports, advanceTo }, deposit }: Move): Promise<Outcome> {
  if (canStillExpire(deposit, ports.clock.now())) await advanceTo(deposit.expiresAt);
  return 'done';
}

/** Returns whether the control API would accept the client. */
export function isOperator(request: WireRequest, guard: Guard): boolean {
  return refusalOfVisitor(request, guard) === null;
}

/** Returns whether a page of this gateway submitted the form, according to the browser's headers. */
export function isOwnPage(request: WireRequest, url: string): boolean {
  const origin = request.header('origin');
  if (origin === null || origin === url) return true;
  // A proxy or a tunnel can change the scheme, or rewrite Host. If Host was rewritten, use Fetch Metadata, because no
  // page can set these headers.
  const name = origin.replace(/^https?:\/\//, '');
  return name === request.header('host') || request.header('sec-fetch-site') === 'same-origin';
}
