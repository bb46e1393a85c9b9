import { command } from '../copy.ts';
import { Empty, type EmptyProps } from '../parts/empty.tsx';
import type { ListKind } from '../search.ts';

const lessons: Readonly<Record<ListKind, Required<EmptyProps>>> = {
  payins: {
    title: 'No pay-ins yet',
    text: 'A merchant’s server creates a pay-in with POST /v3/payin. The customer pays at the pay_url of the pay-in. Create a pay-in here, or with the command:',
    command: 'inrgate payin create --mch-order-no ORDER-1 --amount 500.00',
  },
  payouts: {
    title: 'No payouts yet',
    text: 'POST /v3/payout creates a payout and reserves the money. Approve, complete or reject the payout here. Create a payout here, or with the command:',
    command: 'inrgate payout create --mch-order-no OUT-1 --amount 500.00 --upi-id asha@okbank',
  },
  links: {
    title: 'No payment links yet',
    text: 'The legacy API creates links with POST /v1/create-link.php. Create a link:',
    command: 'inrgate link create --client-ref INVOICE-1 --amount 500.00',
  },
  callbacks: {
    title: 'No callbacks yet',
    text: 'When an order changes, the gateway sends a callback to the order’s notifyUrl or the merchant’s saved URL. Listen for callbacks, then pay an order:',
    command: 'inrgate listen --set-callback-url',
  },
  requests: {
    title: 'No requests yet',
    text: 'Every call to /v3 and /v1 appears here with an explanation of its signature. Point a client at this gateway, or request the balance:',
    command: 'inrgate balance',
  },
};

export function ListEmpty({ kind, searched }: { readonly kind: ListKind; readonly searched: boolean }) {
  const { command: line, ...lesson } = lessons[kind];
  if (!searched)
    return (
      <Empty {...lesson} command={command(line, { origin: location.origin, isLegacy: kind === 'links' })} />
    );
  return (
    <Empty
      title="No results"
      text="Press Esc in the search box to clear the search. Amounts are in rupees: amount:>500, amount:100..250."
    />
  );
}
