import { referenceOf } from '../deliveries.ts';
import { moment, plural, rupees } from '../format.ts';
import type { Rows } from '../lists.ts';
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

const deposits = {
  amount: { title: 'Amount', name: 'amount', cell: ({ amount }: Rows['payins' | 'links']) => rupees(amount) },
  type: {
    title: 'Type',
    name: 'type',
    cell: ({ tradeType }: Rows['payins' | 'links']) => (tradeType === 'usdt' ? 'USDT' : 'UPI'),
  },
  status: {
    title: 'Status',
    name: 'state',
    cell: ({ status }: { status: string }) => <Status of={status} />,
  },
  mch: { title: 'Merchant', name: 'mch', cell: ({ mchId }: { mchId: string | null }) => mchId },
  created: {
    title: 'Created',
    name: 'when',
    cell: ({ createdAt }: { createdAt: string }) => when(createdAt),
  },
} as const;

const { amount, type, status, mch, created } = deposits;

/** Columns of each list. The first column contains the link that opens the row. */
export const columnsOf: { readonly [Kind in ListKind]: readonly Column<Rows[Kind]>[] } = {
  payins: [
    { title: 'Order', name: 'id', cell: ({ mchOrderNo }) => mchOrderNo },
    { title: 'Number', name: 'ref', cell: ({ orderNo }) => orderNo },
    status,
    amount,
    type,
    mch,
    created,
    {
      title: '',
      name: 'act',
      cell: ({ orderNo, status: at }) =>
        at === 'success' || at === 'failed' ? <Resend kind="payins" id={orderNo} /> : null,
    },
  ],
  payouts: [
    { title: 'Order', name: 'id', cell: ({ mchOrderNo }) => mchOrderNo },
    { title: 'Number', name: 'ref', cell: ({ orderNo }) => orderNo },
    status,
    { title: 'Amount', name: 'amount', cell: ({ amount: sum }) => rupees(sum) },
    { title: 'Type', name: 'type', cell: ({ payType }) => payType.toUpperCase() },
    mch,
    created,
    {
      title: '',
      name: 'act',
      cell: ({ orderNo, status: at }) => (at === 'pending' ? null : <Resend kind="payouts" id={orderNo} />),
    },
  ],
  links: [
    { title: 'Client ref', name: 'id', cell: ({ clientRef, linkCode }) => clientRef ?? linkCode },
    { title: 'Link code', name: 'ref', cell: ({ linkCode }) => linkCode },
    status,
    amount,
    type,
    mch,
    created,
    {
      title: '',
      name: 'act',
      cell: ({ linkCode, status: at }) => (at === 'success' ? <Resend kind="links" id={linkCode} /> : null),
    },
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
    { title: 'Error', name: 'error', cell: ({ error }) => error },
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
