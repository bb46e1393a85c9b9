import { formatIst, type LinkCreatedData, type LinkData, type LinkFoundData } from '@inrgate/sdk/internal';
import { formatAmount } from '@inrgate/sdk/protocol';
import { depositStateAt, type Link } from '../../domain/deposit.ts';

/** spec: create-link.php, Response. */
export function createdLinkView(link: Link, now: number, payUrl: string): LinkCreatedData {
  return {
    ...commonView(link, now, payUrl),
    created_at: formatIst(link.createdAt),
    expires_at: formatIst(link.expiresAt),
  };
}

/** spec: link-status.php, Response data. */
export function linkStatusView(link: Link, now: number, payUrl: string): LinkFoundData {
  const state = depositStateAt(link, now);
  return {
    ...commonView(link, now, payUrl),
    note: link.note,
    created_at: formatIst(link.createdAt),
    paid_at: state.status === 'success' ? formatIst(state.paidAt) : '',
  };
}

function commonView(link: Link, now: number, payUrl: string): Omit<LinkData, 'created_at'> {
  return {
    link_code: link.orderNo,
    client_ref: link.clientRef ?? '',
    amount: formatAmount(link.amount),
    currency: link.tradeType === 'usdt' ? 'USDT' : 'INR',
    status: depositStateAt(link, now).status,
    pay_url: payUrl,
  };
}
