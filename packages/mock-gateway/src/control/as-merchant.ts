// Folder control: the calls of the control API, in process and over HTTP.
import { v3Routes } from '@inrgate/sdk/internal';
import { sign } from '@inrgate/sdk/protocol';
import { z } from 'zod';
import type { Merchant } from '../domain/merchant.ts';
import { ControlError } from '../http/core/control-error.ts';
import type { WireRequest } from '../http/core/exchange.ts';
import type { ControlGateway } from './control-gateway.ts';
import type { ControlResponse } from './responses/responses.ts';

const notUnicode = 'must be valid Unicode';

function isWellFormed(text: string): boolean {
  return text.isWellFormed();
}

/** Parameters of the wire request. The gateway adds `mchId`, `sign` and, if it is missing, the order number. */
export const requestInput = z
  .record(z.string().max(100).refine(isWellFormed), z.string().max(2000).refine(isWellFormed, notUnicode))
  .meta({
    description:
      'Parameters of the wire request. The gateway adds `mchId`, `sign` and, if omitted, `mchOrderNo`.',
  });

/** Endpoints that create an order. */
type Endpoint = 'payin' | 'payout';

/**
 * Signs and sends a request as the merchant, for the dashboard, which never receives the keys. The request passes
 * through every check of the wire API, and the request log contains it.
 *
 * @returns the logged request, even if the wire API rejected it
 */
export async function requestAsMerchant(
  gateway: ControlGateway,
  merchant: Merchant,
  { endpoint, input }: { readonly endpoint: Endpoint; readonly input: z.output<typeof requestInput> },
): Promise<ControlResponse<'RequestInFull'>> {
  const params = {
    mchOrderNo: `${endpoint.toUpperCase()}-${gateway.ids.utr()}`,
    ...input,
  };
  const { id } = await gateway.sendWire(merchantRequest(merchant, { endpoint, params }, gateway.ended));
  const entry = id === null ? null : gateway.log.inFull(id, [merchant]);
  if (entry !== null) return entry;
  throw new ControlError('illegal_transition', 'The gateway was reset during the call.');
}

/** A signed request as the merchant's server would send it, from an IP address in the merchant's allow-list. */
function merchantRequest(
  merchant: Merchant,
  { endpoint, params }: { readonly endpoint: Endpoint; readonly params: Readonly<Record<string, string>> },
  signal: AbortSignal,
): WireRequest {
  const body = new TextEncoder().encode(JSON.stringify(signed(merchant, endpoint, params)));
  const headers = [
    ['host', '127.0.0.1'],
    ['user-agent', 'inrgate-dashboard'],
    ['content-type', 'application/json'],
    ['content-length', String(body.byteLength)],
  ] as const;
  return {
    method: 'POST',
    path: `/v3${v3Routes[endpoint].path}`,
    query: '',
    ip: ownAddress(merchant),
    header: (name) => headers.find(([known]) => known === name)?.[1] ?? null,
    headers: () => headers,
    body: async (limit) => (body.byteLength > limit ? null : body),
    signal,
  };
}

function signed(
  { mchId, mchKey, mchSecret }: Merchant,
  endpoint: Endpoint,
  params: Readonly<Record<string, string>>,
): object {
  const whole = { ...params, mchId };
  return { ...whole, sign: sign(whole, endpoint === 'payin' ? mchKey : mchSecret) };
}

/**
 * An IP address from which the merchant may call: the first entry of the allow-list, or the first IP address of this
 * CIDR block.
 */
function ownAddress({ ipAllowList: [first] }: Merchant): string {
  return first?.split('/')[0] ?? '127.0.0.1';
}
