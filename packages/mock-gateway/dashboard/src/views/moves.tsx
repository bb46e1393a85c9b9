import { useEffect, useRef, useState } from 'preact/hooks';
import { call, segment } from '../api.ts';
import { change } from '../live.ts';
import { amountPattern, Form, Input } from '../parts/form.tsx';
import { hrefOf } from '../route.ts';
import type { Order, OrderKind, OrderMove } from '../types.ts';
import { Resend } from './resend.tsx';

interface Move {
  readonly path: string;
  readonly label: string;
  readonly done: string;
  readonly look?: 'strong' | 'danger';
  readonly asks?: {
    readonly field: string;
    readonly label: string;
    readonly pattern?: string;
    readonly needed?: true;
  };
}

const pay: Move = { path: 'pay', label: 'Pay', done: 'The customer has paid.', look: 'strong' };
const payOther: Move = {
  ...pay,
  label: 'Pay another amount…',
  asks: {
    field: 'paidAmount',
    label: 'Amount paid (₹)',
    pattern: amountPattern,
    needed: true,
  },
};
const payLate: Move = { ...pay, label: 'Pay late' };
const fail: Move = { path: 'fail', label: 'Fail', done: 'The payment failed.', look: 'danger' };
const approve: Move = {
  path: 'approve',
  label: 'Approve',
  done: 'The payout is approved.',
  look: 'strong',
};
const complete: Move = {
  path: 'complete',
  label: 'Complete',
  done: 'The payout is completed.',
  look: 'strong',
};
const completeWith: Move = {
  ...complete,
  label: 'Complete with txid…',
  asks: { field: 'txid', label: 'Transfer reference', needed: true },
};
const message = { field: 'message', label: 'Reason, included in the callback' } as const;
const reject: Move = {
  path: 'reject',
  label: 'Reject…',
  done: 'The payout is rejected.',
  look: 'danger',
  asks: message,
};
const cancel: Move = {
  path: 'cancel',
  label: 'Cancel…',
  done: 'The payout is cancelled.',
  asks: message,
};

const buttons: Readonly<Record<OrderMove, readonly Move[]>> = {
  pay: [pay, payOther],
  fail: [fail],
  approve: [approve],
  complete: [complete, completeWith],
  reject: [reject],
  cancel: [cancel],
};

function buttonsOf({ moves, status }: Order): readonly Move[] {
  const all = (moves as readonly OrderMove[]).flatMap((move) => buttons[move]);
  return status === 'expired' ? all.map((move) => (move === pay ? payLate : move)) : all;
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
  const make = async ({ path, done }: Move, body: object = {}) => {
    setBusy(true);
    await change(done, () => call('POST', `/${kind}/${segment(id)}/${path}`, body));
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
            onClick={() => (move.asks === undefined ? make(move) : setAsked(asked === move ? null : move))}
          >
            {move.label}
          </button>
        ))}
      </fieldset>
      {canResend && <Resend kind={kind} id={id} order={order} />}
      {asked !== null && moves.includes(asked) && (
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
