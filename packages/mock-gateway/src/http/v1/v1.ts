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
import type { WireRequest, WireResponse } from '../core/exchange.ts';
import { withFaults } from '../pipeline/faults.ts';
import { inPresentGeneration } from '../pipeline/in-present-generation.ts';
import type { WireContext } from '../pipeline/services.ts';
import { type Admitted, admit } from './admission.ts';
import { answerStatus, fail, refuse, succeed } from './envelope.ts';
import { type Call, faultSubject, lookUpMerchant, read } from './reading.ts';
import { createdLinkView, linkStatusView } from './views.ts';

const handlers: Readonly<Record<V1Endpoint, (call: Admitted) => Promise<object>>> = {
  'create-link': create,
  'link-status': status,
};

/** Endpoints by path, with their suffix (reading: States, "both exist only with.php"). */
const endpoints: ReadonlyMap<string, V1Endpoint> = new Map(
  (Object.keys(v1Routes) as V1Endpoint[]).map((endpoint) => [v1Routes[endpoint].path, endpoint]),
);

/**
 * Handles a request of the legacy API of payment links. Never throws.
 *
 * @param path below `{legacy_base_url}`
 */
export async function answerV1(
  request: WireRequest,
  path: string,
  context: WireContext,
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

/** Reads the request once, then applies faults before the checks and after the commit (contract: A fault). */
async function answerEndpoint(call: Call): Promise<WireResponse> {
  const reading = await read(call);
  const { services, endpoint, request } = call;
  const target = { endpoint, request, subject: () => faultSubject(call, reading), refusal: answerStatus };
  return withFaults(services.faults, target, async ({ delayed }) => {
    return inPresentGeneration(call, async (present) => {
      // After a delay or a reset, read only the merchant again.
      const isFresh = present === call && !delayed;
      const admitted = admit(present, isFresh ? reading : await lookUpMerchant(present, reading));
      return succeed(await handlers[endpoint](admitted));
    });
  });
}

/** v1 error codes for the errors of a pay-in (reading: States, "legacy checks in order"). */
const refusals = {
  duplicate_order: (message) => new V1Refusal('duplicate_client_ref', { message }),
  method_not_allowed: () => new V1Refusal('method_not_allowed', { status: 422 }),
  amount_range: (message) => new V1Refusal('invalid_amount', { message }),
  provider_unavailable: () => new V1Refusal('gateway_error'),
  rate_unavailable: () => new V1Refusal('gateway_error'),
} as const satisfies Readonly<Record<PayinRefusal | 'duplicate_order', (message?: string) => V1Refusal>>;

/** spec: POST create-link.php. */
async function create(call: Admitted): Promise<LinkCreatedData> {
  const { services, merchant, trace } = call;
  const values = checkV1Parameters(call);
  const result = await createLink(services.ports, merchant, {
    clientRef: values['client_ref'] ?? null,
    amount: parseLinkAmount(values['amount'] ?? ''),
    tradeType: values['currency'] === 'USDT' ? 'usdt' : 'INRUPI',
    note: values['note'] ?? '',
    notifyUrl: values['notify_url'] ?? null,
    returnUrl: values['return_url'] ?? null,
  });
  if (!result.ok) throw refusals[result.refusal](result.message);
  const { order } = result.value;
  trace.orderNo = order.orderNo;
  return createdLinkView(order, services.ports.clock.now(), services.payUrl(order.payToken));
}

/** spec: GET link-status.php. A link of another merchant is not found (reading: States). */
async function status(call: Admitted): Promise<LinkFoundData> {
  const { services, merchant, trace } = call;
  const linkCode = checkV1Parameters(call)['link_code'] ?? '';
  const link = await services.ports.store.deposits.get(linkCode);
  if (link?.kind !== 'link' || link.mchId !== merchant.mchId) throw new V1Refusal('not_found');
  trace.orderNo = link.orderNo;
  return linkStatusView(link, services.ports.clock.now(), services.payUrl(link.payToken));
}
