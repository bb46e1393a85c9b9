import { useEffect, useRef, useState } from 'preact/hooks';
import { call, segment } from '../api.ts';
import { change } from '../live.ts';
import { amountPattern, Form, Input } from '../parts/form.tsx';
import { hrefOf } from '../route.ts';
import { orderMoves } from '../tables.ts';
import type { Order, OrderKind, OrderMove } from '../types.ts';
import { Resend } from './resend.tsx';

interface Move {
  readonly path: OrderMove;
  readonly label: string;
  readonly look?: 'strong' | 'danger';
  readonly asks?: {
    readonly field: string;
    readonly label: string;
    readonly pattern?: string;
    readonly needed?: true;
  };
}

const looks: Readonly<Partial<Record<OrderMove, 'strong' | 'danger'>>> = {
  pay: 'strong',
  fail: 'danger',
  approve: 'strong',
  complete: 'strong',
  reject: 'danger',
};

const paidAmount = {
  field: 'paidAmount',
  label: 'Amount paid (₹)',
  pattern: amountPattern,
  needed: true,
} as const;
const txid = { field: 'txid', label: 'Transfer reference', needed: true } as const;
const message = { field: 'message', label: 'Reason, included in the callback' } as const;

/** The buttons of a move: the move itself, unless it asks for a reason, and the move with a field. */
function buttonsFor(path: OrderMove, status: string): readonly Move[] {
  const look = looks[path];
  const move = { path, label: orderMoves[path].label, ...(look !== undefined && { look }) };
  if (path === 'reject' || path === 'cancel') return [{ ...move, label: `${move.label}…`, asks: message }];
  if (path === 'complete') return [move, { ...move, label: 'Complete with txid…', asks: txid }];
  if (path !== 'pay') return [move];
  const pay = status === 'expired' ? { ...move, label: 'Pay late' } : move;
  return [pay, { ...move, label: 'Pay another amount…', asks: paidAmount }];
}

function buttonsOf({ moves, status }: Order): readonly Move[] {
  return (moves as readonly OrderMove[]).flatMap((move) => buttonsFor(move, status));
}

export interface MovesProps {
  readonly kind: OrderKind;
  readonly id: string;
  readonly order: Order;
  readonly canResend: boolean;
}

/** Buttons for the moves that the order's state allows. */
export function Moves({ kind, id, order, canResend }: MovesProps) {
  const { status } = order;
  const [asked, setAsked] = useState<Move | null>(null);
  const [busy, setBusy] = useState(false);
  const moves = buttonsOf(order);
  const make = async ({ path }: Move, body: object = {}) => {
    setBusy(true);
    await change(orderMoves[path].done, () => call('POST', `/${kind}/${segment(id)}/${path}`, body));
    setBusy(false);
    setAsked(null);
  };
  if (moves.length === 0 && !canResend) return <Nothing isRefused={status === 'expired'} />;
  return (
    <div class="moves">
      <fieldset disabled={busy}>
        <legend class="unseen">Next actions</legend>
        {moves.map((move) => (
          <button
            key={move.label}
            type="button"
            class={move.look ?? ''}
            aria-expanded={move.asks === undefined ? undefined : asked?.label === move.label}
            onClick={() =>
              move.asks === undefined ? make(move) : setAsked(asked?.label === move.label ? null : move)
            }
          >
            {move.label}
          </button>
        ))}
      </fieldset>
      {canResend && <Resend kind={kind} id={id} order={order} />}
      {asked !== null && moves.some(({ label }) => label === asked.label) && (
        <Question key={asked.label} move={asked} onAnswer={(body) => make(asked, body)} />
      )}
    </div>
  );
}

/** Explains why there are no buttons. */
function Nothing({ isRefused }: { readonly isRefused: boolean }) {
  if (!isRefused) return <p class="moves quiet">No action is possible in this state.</p>;
  return (
    <p class="moves quiet">
      Late payments are rejected: <a href={hrefOf({ view: 'settings' })}>Settings</a>.
    </p>
  );
}

interface QuestionProps {
  readonly move: Move;
  readonly onAnswer: (body: object) => void;
}

function Question({ move: { asks, label }, onAnswer }: QuestionProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  if (asks === undefined) return null;
  const { field, label: question, pattern, needed } = asks;
  return (
    <Form class="question" onSend={onAnswer}>
      <Input
        label={question}
        name={field}
        pattern={pattern}
        required={needed === true}
        placeholder={pattern === undefined ? '' : '499.00'}
        ref={input}
      />
      <button type="submit" class="strong">
        {label.replace('…', '')}
      </button>
    </Form>
  );
}
