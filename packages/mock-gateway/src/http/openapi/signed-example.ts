import { sign } from '@inrgate/sdk/protocol';
import { demoMerchant } from '../../configuration/options.ts';

/** Credentials of the demo merchant, so the examples work with the default configuration. */
export const { mchId, mchKey, mchSecret } = demoMerchant;

/** The parameters with their valid signature. */
export function signed(
  params: Readonly<Record<string, string>>,
  key: string,
): Readonly<Record<string, string>> {
  const { sign: _replaced, ...unsigned } = params;
  return { ...unsigned, sign: sign(unsigned, key) };
}
