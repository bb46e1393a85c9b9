import { parseFlat, phpSuffix, type V3Endpoint, v3Routes } from '@inrgate/sdk/protocol';
import type { FaultSubject } from '../../faults/fault-list.ts';
import type { WireRequest, WireResponse } from '../exchange.ts';
import { suffer } from '../mishap.ts';
import type { Trace, WireServices } from '../services.ts';
import { type Admitted, admit, type Call, receive } from './admission.ts';
import { checkGatewayBalance } from './endpoints/check-gateway-balance.ts';
import { checkOrderStatus } from './endpoints/check-order-status.ts';
import { payin } from './endpoints/payin.ts';
import { payout } from './endpoints/payout.ts';
import { answerStatus, fail, refuse, succeed } from './envelope.ts';
import { readParameter } from './parameters.ts';
import { V3Refusal } from './refusal.ts';

/** What each endpoint does once the request is admitted: parameters, idempotency, business rules (steps 10 to 12). */
const handlers: Readonly<Record<V3Endpoint, (call: Admitted) => Promise<object>>> = {
  payin,
  payout,
  'check-order-status': checkOrderStatus,
  'check-gateway-balance': checkGatewayBalance,
};

/** Each path, with and without the suffix (spec: Versioning). */
const endpoints: ReadonlyMap<string, V3Endpoint> = new Map(
  (Object.keys(v3Routes) as V3Endpoint[]).flatMap((endpoint) => [
    [v3Routes[endpoint].path, endpoint],
    [`${v3Routes[endpoint].path}${phpSuffix}`, endpoint],
  ]),
);

/**
 * The v3 API. Never throws: what is not a refusal of the table is 500 `server_error`.
 *
 * @param path below `{base_url}`
 */
export async function answerV3(
  request: WireRequest,
  path: string,
  context: { readonly services: WireServices; readonly trace: Trace },
): Promise<WireResponse> {
  try {
    const endpoint = endpoints.get(path);
    if (endpoint === undefined) throw new V3Refusal('not_found');
    context.trace.endpoint = endpoint;
    return await answerEndpoint({ endpoint, request, ...context });
  } catch (error) {
    context.trace.error = error instanceof V3Refusal ? error.code : 'server_error';
    return error instanceof V3Refusal ? refuse(error) : fail();
  }
}

/** Faults stand at the door, before anything is looked at and again on the way out (contract: A fault). */
async function answerEndpoint(call: Call): Promise<WireResponse> {
  const body = await receive(call);
  const { services, endpoint } = call;
  const door = {
    endpoint,
    request: call.request,
    subject: () => faultSubject(call, body),
    refusal: answerStatus,
  };
  return suffer(services.faults, door, async () => {
    const admitted = await admit(call, body);
    return succeed(await handlers[endpoint](admitted));
  });
}

/** Whom the request is about, as far as it can be read. */
function faultSubject({ request }: Call, body: Uint8Array): FaultSubject {
  try {
    const params = parseFlat(body, request.header('content-type'));
    return {
      mchId: readParameter(params, 'mchId', 'merchant_id'),
      mchOrderNo: readParameter(params, 'mchOrderNo', 'merchant_order_no'),
    };
  } catch {
    return { mchId: null, mchOrderNo: null };
  }
}
