import { type FlatParams, parseLinkAmount, type V1Endpoint, v1Routes } from '@inrgate/sdk/protocol';
import { merchantReference } from '../../domain/deposit.ts';
import type { FaultSubject } from '../../faults/fault-list.ts';
import { createLink } from '../../operations/create-deposit.ts';
import type { Trace } from '../../watch/trace.ts';
import type { WireRequest, WireResponse } from '../../wire/exchange.ts';
import { suffer } from '../answering/faults.ts';
import { inPresentEra } from '../answering/in-present-era.ts';
import type { WireServices } from '../answering/services.ts';
import { type Admitted, admit, type Call, readApiKey, receive } from './admission.ts';
import { answerStatus, fail, refuse, succeed } from './envelope.ts';
import { checkParameters } from './parameters.ts';
import { V1Refusal } from './refusal.ts';
import { createdLinkView, linkStatusView } from './views.ts';

const handlers: Readonly<Record<V1Endpoint, (call: Admitted) => Promise<object>>> = {
  'create-link': create,
  'link-status': status,
};

/** Both exist with their suffix only (reading: States, "both exist only with .php"). */
const endpoints: ReadonlyMap<string, V1Endpoint> = new Map(
  (Object.keys(v1Routes) as V1Endpoint[]).map((endpoint) => [v1Routes[endpoint].path, endpoint]),
);

/**
 * The legacy API of payment links. Never throws.
 *
 * @param path below `{legacy_base_url}`
 */
export async function answerV1(
  request: WireRequest,
  path: string,
  context: { readonly services: WireServices; readonly trace: Trace },
): Promise<WireResponse> {
  const endpoint = endpoints.get(path);
  try {
    if (endpoint === undefined) throw new V1Refusal('not_found');
    context.trace.endpoint = endpoint;
    return await answerEndpoint({ endpoint, request, ...context });
  } catch (error) {
    context.trace.error = error instanceof V1Refusal ? error.code : 'server_error';
    if (error instanceof V1Refusal)
      return refuse(error, endpoint === undefined ? null : v1Routes[endpoint].method);
    context.services.failed(error);
    return fail();
  }
}

async function answerEndpoint(call: Call): Promise<WireResponse> {
  const params = await receive(call);
  const { services, endpoint } = call;
  const door = {
    endpoint,
    request: call.request,
    subject: () => faultSubject(call, params),
    refusal: answerStatus,
  };
  return suffer(services.faults, door, () =>
    inPresentEra(call, async (present) => succeed(await handlers[endpoint](await admit(present, params)))),
  );
}

/** Whom the request is about, as far as it can be told; a link is known by its client_ref. For the log as well. */
async function faultSubject(call: Call, params: FlatParams): Promise<FaultSubject> {
  const { trace, services } = call;
  const { merchants, deposits } = services.ports.store;
  const apiKey = readApiKey(call, params);
  const merchant = apiKey === null ? null : await merchants.byKey(apiKey);
  trace.mchId = merchant?.mchId ?? null;
  trace.keys = merchant;
  const mchId = trace.mchId;
  const linkCode = call.endpoint === 'link-status' ? params.get('link_code')?.text : undefined;
  if (linkCode === undefined) return { mchId, mchOrderNo: params.get('client_ref')?.text ?? null };
  const link = await deposits.get(linkCode);
  return { mchId, mchOrderNo: link === null ? null : merchantReference(link) };
}

/** v1's words for the refusals of a deposit (reading: States, "legacy checks in order"). */
const refusals = {
  duplicate_order: () => new V1Refusal('duplicate_client_ref'),
  method_not_allowed: () => new V1Refusal('method_not_allowed', { status: 422 }),
  amount_range: () =>
    new V1Refusal('invalid_amount', { message: 'The amount is outside the pay-in limits.' }),
  provider_unavailable: () => new V1Refusal('gateway_error'),
  rate_unavailable: () => new V1Refusal('gateway_error'),
} as const;

/** spec: POST create-link.php. */
async function create(call: Admitted): Promise<object> {
  const { services, merchant, trace } = call;
  const values = checkParameters(call);
  const result = await createLink(services.ports, merchant, {
    clientRef: values['client_ref'] ?? null,
    amount: parseLinkAmount(values['amount'] ?? ''),
    tradeType: values['currency'] === 'USDT' ? 'usdt' : 'INRUPI',
    note: values['note'] ?? '',
    notifyUrl: values['notify_url'] ?? null,
    returnUrl: values['return_url'] ?? null,
  });
  if (!result.ok) throw refusals[result.refusal]();
  const { order } = result.value;
  trace.orderNo = order.orderNo;
  return createdLinkView(order, services.ports.clock.now(), services.payUrl(order.payToken));
}

/** spec: GET link-status.php. A link of another merchant is not found (reading: States). */
async function status(call: Admitted): Promise<object> {
  const { services, merchant, trace } = call;
  const linkCode = checkParameters(call)['link_code'] ?? '';
  const link = await services.ports.store.deposits.get(linkCode);
  if (link?.kind !== 'link' || link.mchId !== merchant.mchId) throw new V1Refusal('not_found');
  trace.orderNo = link.orderNo;
  return linkStatusView(link, services.ports.clock.now(), services.payUrl(link.payToken));
}
