import { mask, masking } from '@inrgate/sdk/internal';
import { canonicalText } from '@inrgate/sdk/protocol';
import type { Params } from './parameters.ts';

/** Returns the canonical string with masked keys, including keys among the values, for example `api_key` of v1. */
export function maskedText(params: Params, keys: readonly (string | undefined)[]): string {
  const known = [...keys, params.get('api_key')].filter((key) => key !== undefined);
  const hide = masking(known);
  const hidden = [...params].map(([name, value]) => [name, hide(value)] as const);
  return canonicalText(new Map(hidden), mask);
}
