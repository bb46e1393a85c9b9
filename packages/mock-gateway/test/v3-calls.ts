import { type V3Endpoint, v3Routes } from '@inrgate/sdk/internal';
import { type RequestField, v3Requests } from '@inrgate/sdk/protocol';

/** Optional parameters without which a query names no order, and a payout no destination. */
const chosen = ['mchOrderNo', 'upiId'];

/** Parameters of a valid call, without mchId and sign. */
function paramsOf(endpoint: V3Endpoint): Readonly<Record<string, string>> {
  const fields: readonly RequestField<string>[] = v3Requests[endpoint].fields;
  const sent = fields.filter(({ name, required }) => required || chosen.includes(name));
  const {
    mchId: _mchId,
    sign: _sign,
    ...params
  } = Object.fromEntries(sent.map(({ name, example }) => [name, example]));
  return params;
}

/** A valid call of the demo merchant for each v3 endpoint, with the key that signs it. */
export const v3Calls = (Object.keys(v3Routes) as V3Endpoint[]).map((name) => ({
  name,
  key: v3Routes[name].keys[0],
  params: paramsOf(name),
}));
