import { useEffect, useRef, useState } from 'preact/hooks';
import { useAnswer } from '../answer.ts';
import { call, segment } from '../api.ts';
import { refreshNow } from '../live.ts';
import { hrefOf } from '../route.ts';
import { attempt } from '../store.ts';
import type { Order, OrderKind, Settings } from '../types.ts';
import { Resend } from './resend.tsx';

/** A move of the customer or the operator, and what may be said with it. */
interface Move {
  readonly path: string;
  readonly label: string;
  readonly done: string;
  readonly look?: 'strong' | 'danger';
  /** Asked for before it is made: a field of the request’s body. */
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
    pattern: '(0|[1-9][0-9]*)\\.[0-9]{2}',
    needed: true,
  },
};
const payLate: Move = { ...pay, label: 'Pay late' };
const fail: Move = { path: 'fail', label: 'Fail', done: 'The payment failed.', look: 'danger' };
const approve: Move = {
  path: 'approve',
  label: 'Approve',
  done: 'The withdrawal is approved.',
  look: 'strong',
};
const complete: Move = { path: 'complete', label: 'Complete', done: 'The transfer is made.', look: 'strong' };
const completeWith: Move = {
  ...complete,
  label: 'Complete with txid…',
  asks: { field: 'txid', label: 'Transfer reference', needed: true },
};
const message = { field: 'message', label: 'Reason, told in the callback' } as const;
const reject: Move = {
  path: 'reject',
  label: 'Reject…',
  done: 'The withdrawal is rejected.',
  look: 'danger',
  asks: message,
};
const cancel: Move = {
  path: 'cancel',
  label: 'Cancel…',
  done: 'The withdrawal is cancelled.',
  asks: message,
};

/** What the states allow (spec: States and transitions); after expiry, what the setting allows. */
const deposit: Readonly<Record<string, readonly Move[]>> = {
  pending: [pay, payOther, fail],
  failed: [pay, payOther],
  expired: [payLate, payOther],
};
const payout: Readonly<Record<string, readonly Move[]>> = {
  pending: [approve, reject, cancel],
  processing: [complete, completeWith, reject, cancel],
};

function legalMoves(kind: OrderKind, status: string, isLateCredited: boolean): readonly Move[] {
  if (kind === 'payouts') return payout[status] ?? [];
  return status === 'expired' && !isLateCredited ? [] : (deposit[status] ?? []);
}

export interface MovesProps {
  readonly kind: OrderKind;
  readonly id: string;
  readonly order: Order;
  /** Whether there is a callback to send again. */
  readonly canResend: boolean;
}

/** The legal next moves as buttons. */
export function Moves({ kind, id, order, canResend }: MovesProps) {
  const { status } = order;
  const [asked, setAsked] = useState<Move | null>(null);
  const [busy, setBusy] = useState(false);
  // The setting can be changed from elsewhere, so it is asked for where it matters.
  const settings = useAnswer<Settings>(status === 'expired' ? '/settings' : null).data;
  const isLateCredited = settings?.latePayments === 'credit';
  const moves = legalMoves(kind, status, isLateCredited);
  const make = async ({ path, done }: Move, body: object = {}) => {
    setBusy(true);
    await attempt(done, async () => {
      await call('POST', `/${kind}/${segment(id)}/${path}`, body);
      await refreshNow();
    });
    setBusy(false);
    setAsked(null);
  };
  if (moves.length === 0 && !canResend) return <Nothing isRefused={settings?.latePayments === 'refuse'} />;
  return (
    <div class="moves">
      <fieldset disabled={busy}>
        <legend class="unseen">Next moves</legend>
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

/** Why there is no button. */
function Nothing({ isRefused }: { readonly isRefused: boolean }) {
  if (!isRefused) return <p class="moves quiet">There is nothing more to do with it.</p>;
  return (
    <p class="moves quiet">
      Late payments are refused: <a href={hrefOf({ view: 'settings' })}>Settings</a>.
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
    <form
      class="question"
      onSubmit={(event) => {
        event.preventDefault();
        const given = String(new FormData(event.currentTarget).get(field) ?? '').trim();
        onAnswer(given === '' ? {} : { [field]: given });
      }}
    >
      <label>
        {question}
        <input
          name={field}
          pattern={pattern}
          required={needed === true}
          placeholder={pattern === undefined ? '' : '499.00'}
          ref={input}
        />
      </label>
      <button type="submit" class="strong">
        {label.replace('…', '')}
      </button>
    </form>
  );
}
