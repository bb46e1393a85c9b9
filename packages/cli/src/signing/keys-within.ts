import type { OtherMerchant } from '@inrgate/sdk/doctor';
import type { FlatParams } from '@inrgate/sdk/protocol';

const keyNames = ['api_key', 'key', 'mchKey', 'mchSecret', 'api_secret'];

/**
 * Returns the keys among the parameters, for example of v1. The command tries and masks them like the merchant's keys.
 */
export function keysWithin(
  params: FlatParams,
  own: readonly (string | undefined)[],
): readonly OtherMerchant[] {
  return keyNames.flatMap((name) => {
    const text = params.get(name)?.text ?? '';
    return text === '' || own.includes(text) ? [] : [{ mchId: `the parameter ${name}`, mchKey: text }];
  });
}
