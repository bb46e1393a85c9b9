import { V1Refusal } from '@inrgate/sdk/internal';
import { textParams, verifySignature } from '@inrgate/sdk/protocol';
import type { Merchant } from '../../domain/merchant.ts';
import type { WireRequest } from '../core/exchange.ts';
import { isListed } from '../core/ip-list.ts';
import type { WireGateway } from '../pipeline/wire-gateway.ts';
import { type Call, merchantOf } from './reading.ts';

export interface Admitted extends Call {
  readonly merchant: Merchant;
}

/** Checks the key, the signature and the account. Throws the first error. */
export function admit(gateway: WireGateway, call: Call): Admitted {
  const merchant = merchantOf(gateway, call);
  if (call.apiKey === null) throw new V1Refusal('missing_api_key');
  if (merchant === null) throw new V1Refusal('invalid_api_key');
  refuseSignature(call, merchant);
  call.record.signedWith = 'mchSecret';
  refuseAccount(call.request, merchant);
  return { ...call, merchant };
}

/** Accepts only the signature with the API Secret, in upper case (spec: Authentication 8). */
function refuseSignature({ record, endpoint, params }: Call, merchant: Merchant): void {
  const texts = textParams(params);
  if (verifySignature(texts, merchant.mchSecret, texts.get('sign') ?? '', { upperCaseOnly: true })) return;
  record.wronglySigned = endpoint;
  throw new V1Refusal('invalid_signature');
}

function refuseAccount({ ip }: WireRequest, merchant: Merchant): void {
  if (merchant.suspended) throw new V1Refusal('account_suspended');
  if (merchant.ipAllowList.length > 0 && !isListed(ip, merchant.ipAllowList))
    throw new V1Refusal('ip_not_allowed');
}
