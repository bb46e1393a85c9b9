import { sign } from '@inrgate/sdk/protocol';
import { demoMerchant } from '../../configuration/options.ts';

/** The examples are the demo merchant's: with the default configuration they can be sent as they stand. */
export const { mchId, mchKey, mchSecret } = demoMerchant;

/** The parameters with their true signature. */
export function signed(
  params: Readonly<Record<string, string>>,
  key: string,
): Readonly<Record<string, string>> {
  const { sign: _replaced, ...unsigned } = params;
  return { ...unsigned, sign: sign(unsigned, key) };
}
