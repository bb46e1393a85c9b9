// Folder http/v1: v1 of the wire API: payment links.
import {
  checkV1Parameters,
  formatIst,
  type LinkCreatedData,
  type LinkData,
  type LinkFoundData,
  parseLinkAmount,
  type V1Endpoint,
  V1Refusal,
  v1Routes,
} from '@inrgate/sdk/internal';
import { formatAmount, v1Errors } from '@inrgate/sdk/protocol';
import { depositStateAt, type Link } from '../../domain/deposit.ts';
import type { PayinRefusal } from '../../domain/eligibility.ts';
import { createLink } from '../../operations/create-order.ts';
import type { WireResponse } from '../core/exchange.ts';
import { jsonResponse } from '../core/respond.ts';
import type { WireApi, WireGateway } from '../pipeline/wire-api.ts';
import { type Admitted, admit, type Call, faultSubject, read } from './admission.ts';

const handlers: Readonly<Record<V1Endpoint, (gateway: WireGateway, call: Admitted) => object>> = {
  'create-link': create,
  'link-status': status,
};

/** The legacy API of payment links. Each endpoint has one path, with its suffix (reading: States). */
export const v1Api: WireApi<V1Endpoint, Call> = {
  endpoints: new Map(
    (Object.keys(v1Routes) as V1Endpoint[]).map((endpoint) => [v1Routes[endpoint].path, endpoint]),
  ),
  read,
  subject: faultSubject,
  decide: (gateway, call) => handlers[call.endpoint](gateway, admit(gateway, call)),
  succeed,
  unknownPath: () => new V1Refusal('not_found'),
  isRefusal: (error) => error instanceof V1Refusal,
  refuse(error, endpoint) {
    const refusal = error instanceof V1Refusal ? error : new V1Refusal('server_error');
    const allow = endpoint === null ? null : v1Routes[endpoint].method;
    return { code: refusal.code, response: refuse(refusal, allow) };
  },
  injected: answerStatus,
};

/** v1 error codes for the errors of a pay-in (reading: States, "legacy checks in order"). */
const refusals = {
  duplicate_order: (message) => new V1Refusal('duplicate_client_ref', { message }),
  method_not_allowed: () => new V1Refusal('method_not_allowed', { status: 422 }),
  amount_range: (message) => new V1Refusal('invalid_amount', { message }),
  provider_unavailable: () => new V1Refusal('gateway_error'),
  rate_unavailable: () => new V1Refusal('gateway_error'),
} as const satisfies Readonly<Record<PayinRefusal | 'duplicate_order', (message?: string) => V1Refusal>>;

/** spec: POST create-link.php. */
function create(gateway: WireGateway, call: Admitted): LinkCreatedData {
  const { merchant, record } = call;
  const values = checkV1Parameters(call);
  const result = createLink(gateway, merchant, {
    clientRef: values['client_ref'] ?? null,
    amount: parseLinkAmount(values['amount'] ?? ''),
    tradeType: values['currency'] === 'USDT' ? 'usdt' : 'INRUPI',
    note: values['note'] ?? '',
    notifyUrl: values['notify_url'] ?? null,
    returnUrl: values['return_url'] ?? null,
  });
  if (!result.ok) throw refusals[result.refusal](result.message);
  const { order } = result.value;
  record.orderNo = order.orderNo;
  return createdLinkView(order, gateway.clock.now(), gateway.payUrl(order.payToken));
}

/** spec: GET link-status.php. A link of another merchant is not found (reading: States). */
function status(gateway: WireGateway, call: Admitted): LinkFoundData {
  const { merchant, record } = call;
  const linkCode = checkV1Parameters(call)['link_code'] ?? '';
  const link = gateway.store.deposits.get(linkCode);
  if (link?.kind !== 'link' || link.mchId !== merchant.mchId) throw new V1Refusal('not_found');
  record.orderNo = link.orderNo;
  return linkStatusView(link, gateway.clock.now(), gateway.payUrl(link.payToken));
}

/** spec: Legacy payment link, Envelope. */
function succeed(data: object): WireResponse {
  return jsonResponse(200, { ok: true, data });
}

function refuse({ status, code, message }: V1Refusal, allow: string | null): WireResponse {
  const headers: Record<string, string> = status === 405 && allow !== null ? { allow } : {};
  return jsonResponse(status, { ok: false, error: code, message }, headers);
}

/** Response with an injected status. The default error code is the first code of the error table with this status. */
function answerStatus(status: number, error?: string): WireResponse {
  const code = error ?? v1Errors.find((info) => info.status === status)?.code ?? 'server_error';
  return jsonResponse(status, { ok: false, error: code, message: 'Injected by a fault.' });
}

/** spec: create-link.php, Response. */
function createdLinkView(link: Link, now: number, payUrl: string): LinkCreatedData {
  return {
    ...commonView(link, now, payUrl),
    created_at: formatIst(link.createdAt),
    expires_at: formatIst(link.expiresAt),
  };
}

/** spec: link-status.php, Response data. */
function linkStatusView(link: Link, now: number, payUrl: string): LinkFoundData {
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
