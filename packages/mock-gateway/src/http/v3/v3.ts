import { phpSuffix, type V3Endpoint, V3Refusal, v3Routes } from '@inrgate/sdk/internal';
import type { WireRequest, WireResponse } from '../core/exchange.ts';
import { withFaults } from '../pipeline/faults.ts';
import { inPresentGeneration } from '../pipeline/in-present-generation.ts';
import type { WireContext, WireServices } from '../pipeline/services.ts';
import { type Admitted, admit, receive } from './admission.ts';
import { checkGatewayBalance } from './endpoints/check-gateway-balance.ts';
import { checkOrderStatus } from './endpoints/check-order-status.ts';
import { payin } from './endpoints/payin.ts';
import { payout } from './endpoints/payout.ts';
import { answerStatus, refuse, succeed } from './envelope.ts';
import { type Call, faultSubject, lookUpMerchant, read } from './reading.ts';

/** Steps 10 to 12 of each endpoint: parameters, idempotency and business rules. */
const handlers: Readonly<Record<V3Endpoint, (call: Admitted) => Promise<object>>> = {
  payin,
  payout,
  'check-order-status': checkOrderStatus,
  'check-gateway-balance': checkGatewayBalance,
};

/** Endpoints by path, with and without the suffix (spec: Versioning). */
const endpoints: ReadonlyMap<string, V3Endpoint> = new Map(
  (Object.keys(v3Routes) as V3Endpoint[]).flatMap((endpoint) => [
    [v3Routes[endpoint].path, endpoint],
    [`${v3Routes[endpoint].path}${phpSuffix}`, endpoint],
  ]),
);

/**
 * Handles a request of the v3 API. Never throws. Returns 500 `server_error` for an unexpected error.
 *
 * @param path below `{base_url}`
 */
export async function answerV3(
  request: WireRequest,
  path: string,
  context: WireContext,
): Promise<WireResponse> {
  try {
    const endpoint = endpoints.get(path);
    if (endpoint === undefined) throw new V3Refusal('not_found');
    context.trace.endpoint = endpoint;
    return await answerEndpoint({ endpoint, request, ...context });
  } catch (error) {
    const refusal = asRefusal(error, context.services);
    context.trace.error = refusal.code;
    return refuse(refusal);
  }
}

/** Converts an error to a rejection without details. */
function asRefusal(error: unknown, { failed }: Pick<WireServices, 'failed'>): V3Refusal {
  if (error instanceof V3Refusal) return error;
  failed(error);
  return new V3Refusal('server_error', { cause: error });
}

/** Reads the request once, then applies faults before the checks and after the commit (contract: A fault). */
async function answerEndpoint(call: Call): Promise<WireResponse> {
  const reading = await read(call, await receive(call));
  const { services, endpoint, request } = call;
  const target = { endpoint, request, subject: () => faultSubject(call, reading), refusal: answerStatus };
  return withFaults(services.faults, target, async ({ delayed }) => {
    return inPresentGeneration(call, async (present) => {
      // After a delay or a reset, read only the merchant again.
      const isFresh = present === call && !delayed;
      const admitted = await admit(present, isFresh ? reading : await lookUpMerchant(present, reading));
      return succeed(await handlers[endpoint](admitted));
    });
  });
}
