import { useRef, useState } from 'preact/hooks';
import { ApiError, call, segment } from '../api.ts';
import { plural, rupees, sumOf } from '../format.ts';
import { change } from '../live.ts';
import type { OrderMove, Payout } from '../types.ts';

interface BulkMove {
  readonly path: Extract<OrderMove, 'approve' | 'complete'>;
  readonly label: string;
  readonly done: string;
  readonly meaning: string;
}

const bulkMoves: readonly BulkMove[] = [
  {
    path: 'approve',
    label: 'Approve',
    done: 'approved',
    meaning:
      'The payouts change to processing. The money stays reserved until you complete or reject each payout.',
  },
  {
    path: 'complete',
    label: 'Complete',
    done: 'completed',
    meaning: 'The gateway pays the beneficiaries. You cannot undo a payout.',
  },
];

/** A requested move, with the payouts that were listed at that time. */
interface Asked {
  readonly move: BulkMove;
  readonly payouts: readonly Payout[];
}

/** Button that makes a move on all listed payouts, after a dialog with their count and total. */
export function Bulk({ listed }: { readonly listed: readonly Payout[] }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [busy, setBusy] = useState(false);
  const ask = (next: Asked) => {
    setAsked(next);
    dialog.current?.showModal();
  };
  const make = async (what: Asked) => {
    setBusy(true);
    await change(told, () => moveAll(what));
    setBusy(false);
  };
  return (
    <div class="bulk">
      {bulkMoves.map((move) => {
        const payouts = listed.filter(({ moves }) => moves.includes(move.path));
        const [first] = payouts;
        if (first === undefined) return null;
        return (
          <button key={move.path} type="button" disabled={busy} onClick={() => ask({ move, payouts })}>
            {move.label} all {payouts.length} {first.status}…
          </button>
        );
      })}
      <dialog ref={dialog} aria-labelledby="bulk-title">
        {asked !== null && <Question asked={asked} onYes={() => make(asked)} />}
      </dialog>
    </div>
  );
}

interface QuestionProps {
  readonly asked: Asked;
  readonly onYes: () => void;
}

function Question({ asked: { move, payouts }, onYes }: QuestionProps) {
  const sum = rupees(sumOf(payouts.map(({ amount }) => amount)));
  return (
    <>
      <h2 id="bulk-title">
        {move.label} {plural(payouts.length, 'payout')} of {sum}
        {payouts.length > 1 && ' in all'}?
      </h2>
      <p class="quiet">{move.meaning}</p>
      <form method="dialog" class="moves">
        <button type="submit" class="strong" onClick={onYes}>
          {move.label} {plural(payouts.length, 'payout')}
        </button>
        <button type="submit">Cancel</button>
      </form>
    </>
  );
}

interface Outcome {
  readonly asked: Asked;
  readonly refused: readonly string[];
}

/** Moves payouts sequentially. If another client has already moved a payout, only this move fails. */
async function moveAll(asked: Asked): Promise<Outcome> {
  const refused: string[] = [];
  for (const { orderNo, mchOrderNo } of asked.payouts) {
    try {
      await call('POST', `/payouts/${segment(orderNo)}/${asked.move.path}`, {});
    } catch (error) {
      // Continue only after a 409, because any other error affects all payouts.
      if (!(error instanceof ApiError) || error.status !== 409) throw error;
      refused.push(`${mchOrderNo}: ${error.message}`);
    }
  }
  return { asked, refused };
}

function told({ asked: { move, payouts }, refused }: Outcome) {
  const done = payouts.length - refused.length;
  const text = `${plural(done, 'payout')} ${done === 1 ? 'is' : 'are'} ${move.done}.`;
  return refused.length === 0
    ? text
    : ({ text: `${text} Not ${move.done}: ${refused.join(' ')}`, kind: 'problem' } as const);
}
