// Folder http/v3: v3 of the wire API.
import { phpSuffix, type V3Endpoint, V3Refusal, v3Routes } from '@inrgate/sdk/internal';
import type { WireApi } from '../pipeline/wire-api.ts';
import type { WireGateway } from '../pipeline/wire-gateway.ts';
import { type Admitted, admit } from './admission.ts';
import { checkGatewayBalance } from './endpoints/check-gateway-balance.ts';
import { checkOrderStatus } from './endpoints/check-order-status.ts';
import { payin } from './endpoints/payin.ts';
import { payout } from './endpoints/payout.ts';
import { answerStatus, refuse, succeed } from './envelope.ts';
import { type Call, faultSubject, read } from './reading.ts';

/** Steps 10 to 12 of each endpoint: parameters, idempotency and business rules. */
const handlers: Readonly<Record<V3Endpoint, (gateway: WireGateway, call: Admitted) => object>> = {
  payin,
  payout,
  'check-order-status': checkOrderStatus,
  'check-gateway-balance': checkGatewayBalance,
};

/** The v3 API. Each endpoint has a path with and without the suffix (spec: Versioning). */
export const v3Api: WireApi<V3Endpoint, Call> = {
  endpoints: new Map(
    (Object.keys(v3Routes) as V3Endpoint[]).flatMap((endpoint) => [
      [v3Routes[endpoint].path, endpoint],
      [`${v3Routes[endpoint].path}${phpSuffix}`, endpoint],
    ]),
  ),
  read,
  subject: faultSubject,
  decide: (gateway, call) => handlers[call.endpoint](gateway, admit(gateway, call)),
  succeed,
  unknownPath: () => new V3Refusal('not_found'),
  isRefusal: (error) => error instanceof V3Refusal,
  refuse(error) {
    const refusal = error instanceof V3Refusal ? error : new V3Refusal('server_error', { cause: error });
    return { code: refusal.code, response: refuse(refusal) };
  },
  injected: answerStatus,
};
