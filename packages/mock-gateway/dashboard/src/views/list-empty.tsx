import { command } from '../copy.ts';
import { Empty, type EmptyProps } from '../parts/empty.tsx';
import type { ListKind } from '../search.ts';

const lessons: Readonly<Record<ListKind, Required<EmptyProps>>> = {
  payins: {
    title: 'No pay-ins yet',
    text: 'A merchant’s server creates one with POST /v3/payin; the customer pays it at its pay_url. Try one:',
    command: 'inrgate payin create --mch-order-no ORDER-1 --amount 500.00',
  },
  payouts: {
    title: 'No withdrawals yet',
    text: 'POST /v3/payout holds the money; here it is approved, completed or rejected. Try one:',
    command: 'inrgate payout create --mch-order-no OUT-1 --amount 500.00 --upi-id asha@okbank',
  },
  links: {
    title: 'No payment links yet',
    text: 'They are the legacy API’s: POST /v1/create-link.php. Try one:',
    command: 'inrgate link create --client-ref INVOICE-1 --amount 500.00',
  },
  callbacks: {
    title: 'No callbacks yet',
    text: 'One is sent when an order is paid, fails or moves, to its notifyUrl or the merchant’s saved URL. Listen for them, then pay an order:',
    command: 'inrgate listen --set-callback-url',
  },
  requests: {
    title: 'No requests yet',
    text: 'Every call to /v3 and /v1 appears here as it comes, with its signature explained. Point a client at this gateway, or ask for the balance:',
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
      title="Nothing was found"
      text="Esc in the search box clears it. Amounts are in rupees: amount:>500, amount:100..250."
    />
  );
}
