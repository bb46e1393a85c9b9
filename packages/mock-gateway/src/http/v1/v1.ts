// Folder http/v1: v1 of the wire API: payment links.
import {
  checkV1Parameters,
  type LinkCreatedData,
  type LinkFoundData,
  parseLinkAmount,
  type V1Endpoint,
  V1Refusal,
  v1Routes,
} from '@inrgate/sdk/internal';
import type { PayinRefusal } from '../../domain/eligibility.ts';
import { createLink } from '../../operations/create-deposit.ts';
import type { WireApi } from '../pipeline/wire-api.ts';
import type { WireGateway } from '../pipeline/wire-gateway.ts';
import { type Admitted, admit } from './admission.ts';
import { answerStatus, refuse, succeed } from './envelope.ts';
import { type Call, faultSubject, read } from './reading.ts';
import { createdLinkView, linkStatusView } from './views.ts';

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
