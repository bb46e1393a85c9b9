import { referenceOf } from '../deliveries.ts';
import { moment, plural, rupees } from '../format.ts';
import { idOf, type Rows } from '../lists.ts';
import type { Column } from '../parts/row-table.tsx';
import { HttpStatus, Status, Trouble } from '../parts/status.tsx';
import type { ListKind } from '../search.ts';
import { today } from '../store.ts';
import type { Callback, OrderKind } from '../types.ts';
import { resendTo } from './resend.tsx';

const when = (timestamp: string) => <time class="mono">{moment(timestamp, today.value)}</time>;

/** Button that re-sends to the current URL of the order's callbacks. */
function Resend({ kind, id }: { readonly kind: OrderKind; readonly id: string }) {
  return (
    <button
      type="button"
      class="small resend"
      title="Sends the callback to the current callback URL. To choose another URL, open the order."
      aria-label={`Re-send the callback of ${id}`}
      onClick={() => resendTo(kind, id)}
    >
      Re-send
    </button>
  );
}

const amount = {
  title: 'Amount',
  name: 'amount',
  cell: ({ amount: sum }: { amount: string }) => rupees(sum),
};
const type = {
  title: 'Type',
  name: 'type',
  cell: ({ tradeType }: Rows['payins' | 'links']) => (tradeType === 'usdt' ? 'USDT' : 'UPI'),
};
const status = {
  title: 'Status',
  name: 'state',
  cell: ({ status: at }: { status: string }) => <Status of={at} />,
};
const mch = { title: 'Merchant', name: 'mch', cell: ({ mchId }: { mchId: string | null }) => mchId };
const created = {
  title: 'Created',
  name: 'when',
  cell: ({ createdAt }: { createdAt: string }) => when(createdAt),
};
const numbers = [
  { title: 'Order', name: 'id', cell: ({ mchOrderNo }: Rows['payins' | 'payouts']) => mchOrderNo },
  { title: 'Number', name: 'ref', cell: ({ orderNo }: Rows['payins' | 'payouts']) => orderNo },
];

/** Column of the button, for the states in which the order has a callback. */
const resend = <Kind extends OrderKind>(kind: Kind, states: readonly string[]): Column<Rows[Kind]> => ({
  title: '',
  name: 'act',
  cell: (row) => (states.includes(row.status) ? <Resend kind={kind} id={idOf(kind, row)} /> : null),
});

/** Columns of each list. The first column contains the link that opens the row. */
export const columnsOf: { readonly [Kind in ListKind]: readonly Column<Rows[Kind]>[] } = {
  payins: [...numbers, status, amount, type, mch, created, resend('payins', ['success', 'failed'])],
  payouts: [
    ...numbers,
    status,
    amount,
    { title: 'Type', name: 'type', cell: ({ payType }) => payType.toUpperCase() },
    mch,
    created,
    resend('payouts', ['processing', 'success', 'failed']),
  ],
  links: [
    { title: 'Client ref', name: 'id', cell: ({ clientRef, linkCode }) => clientRef ?? linkCode },
    { title: 'Link code', name: 'ref', cell: ({ linkCode }) => linkCode },
    status,
    amount,
    type,
    mch,
    created,
    resend('links', ['success']),
  ],
  callbacks: [
    { title: 'Event', name: 'id', cell: ({ event }) => event },
    { title: 'Order', name: 'order', cell: referenceOf },
    { title: 'Number', name: 'ref', cell: ({ orderNo }) => orderNo ?? 'none: a test' },
    { title: 'State', name: 'state', cell: (callback) => <Delivery of={callback} /> },
    { title: 'Attempts', name: 'tries', cell: triesOf },
    { title: 'Last failure', name: 'error', cell: ({ attempts }) => attempts.at(-1)?.reason },
    { title: 'To', name: 'url', cell: ({ url }) => url ?? 'no address' },
    created,
  ],
  requests: [
    { title: 'Request', name: 'id', cell: ({ method, path }) => `${method} ${path}` },
    { title: 'Order', name: 'order', cell: ({ mchOrderNo, orderNo }) => mchOrderNo ?? orderNo },
    { title: 'Status', name: 'state', cell: ({ status: at }) => <HttpStatus of={at} /> },
    { title: 'Error', name: 'error', cell: ({ error, fault }) => fault?.note ?? error },
    mch,
    { title: 'Took', name: 'tries', cell: ({ durationMs }) => `${durationMs.toFixed(1)} ms` },
    { title: 'Time', name: 'when', cell: ({ time }) => when(time) },
  ],
};

/**
 * Shows the state and the number of failed attempts, because attempts of a pending callback may already have failed.
 */
function Delivery({ of: callback }: { readonly of: Callback }) {
  return (
    <>
      <Status of={callback.state} /> <Trouble of={callback} />
    </>
  );
}

function triesOf({ attempts, nextAttemptAt }: Callback): string {
  const next = nextAttemptAt === null ? '' : `, next ${moment(nextAttemptAt, today.value)}`;
  return `${plural(attempts.length, 'attempt')}${next}`;
}
