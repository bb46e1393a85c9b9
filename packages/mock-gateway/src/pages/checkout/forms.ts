import { parseAmount } from '@inrgate/sdk/protocol';
import type { GatewayClock } from '../../clock/gateway-clock.ts';
import { isAmount } from '../../configuration/options.ts';
import { canStillExpire, type Deposit } from '../../domain/deposit.ts';
import { ControlError } from '../../http/core/control-error.ts';
import { readBody, type WireRequest } from '../../http/core/exchange.ts';
import { type Guard, refusalOfVisitor } from '../../http/core/guard.ts';
import type { Core } from '../../operations/core.ts';
import { failOrder, payOrder } from '../../operations/settle-deposit.ts';
import type { Problem } from './parts.ts';

/** What the checkout needs of the gateway. */
export interface CheckoutGateway extends Core {
  readonly clock: GatewayClock;
  /** Advances the clock to an instant in epoch milliseconds, unless the instant is in the past. */
  advanceTo(at: number): Promise<unknown>;
}

export interface CheckoutContext {
  readonly gateway: CheckoutGateway;
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
  readonly token: string;
}

/** A move in the turn in which the gateway makes it, with the order as it is then. */
interface Made {
  readonly gateway: CheckoutGateway;
  readonly deposit: Deposit;
}

/**
 * Result of an action. If the state does not allow the action, the result is `done`, because the page shows the
 * unchanged order.
 */
type Outcome = 'done' | 'forbidden' | 'too_large' | 'not_found' | Problem;

const bodyLimit = 4_096;

export async function makeMove(name: MoveName, move: Move): Promise<Outcome> {
  const customers = name === 'pay' || name === 'utr';
  if (!customers && !isOperator(move.request, move.context.guard)) return 'forbidden';
  const body = await readBody(move.request, bodyLimit);
  if (body === null) return 'too_large';
  const { gateway } = move.context;
  const deposit = gateway.store.deposits.byPayToken(move.token);
  if (deposit === null) return 'not_found';
  const outcome = moves[name]({ gateway, deposit }, new URLSearchParams(new TextDecoder().decode(body)));
  // Ask in the step of the write. After an await, another request could have rolled back the turn.
  await gateway.store.onDisk();
  return outcome;
}

const moves: Readonly<Record<MoveName, (made: Made, form: URLSearchParams) => Outcome | Promise<Outcome>>> = {
  pay: (made) => pay(made, {}),
  utr: payWithUtr,
  amount: payAnotherAmount,
  fail: ({ gateway, deposit }) => {
    failOrder(gateway, { order: deposit, by: 'customer' });
    return 'done';
  },
  expire: letExpire,
};

function pay(
  { gateway, deposit }: Made,
  payment: { readonly paidAmount?: bigint; readonly utr?: string },
): Outcome {
  payOrder(gateway, { order: deposit, ...payment, by: 'customer' });
  return 'done';
}

/** Pays with a UTR. USDT payments have no bank reference, so their page lacks this form. */
function payWithUtr(made: Made, form: URLSearchParams): Outcome {
  const value = form.get('utr') ?? '';
  // A UTR that was copied from an app can contain spaces.
  const utr = value.replace(/\s/g, '');
  if (made.deposit.tradeType === 'usdt' || !/^[0-9]{12}$/.test(utr)) {
    return { field: 'utr', value, message: 'Enter a UTR with exactly 12 digits. Example: 412345678901.' };
  }
  return pay(made, { utr });
}

function payAnotherAmount(made: Made, form: URLSearchParams): Outcome {
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
  return pay(made, { paidAmount });
}

/**
 * Advances the clock to the expiry. A second click waits for the first click and does not advance the clock again. A
 * reset or a restore ends the move of the clock.
 */
async function letExpire({ gateway, deposit }: Made): Promise<Outcome> {
  if (!canStillExpire(deposit, gateway.clock.now())) return 'done';
  try {
    await gateway.advanceTo(deposit.expiresAt);
  } catch (error) {
    if (!(error instanceof ControlError)) throw error;
  }
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
