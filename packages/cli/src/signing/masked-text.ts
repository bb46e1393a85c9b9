import { canonicalText } from '@inrgate/sdk/protocol';
import type { Params } from './parameters.ts';

const mask = '***';

/** Canonical string with masked keys, including keys among the values, for example `api_key` of v1. */
export function maskedText(params: Params, keys: readonly (string | undefined)[]): string {
  const secrets = [...keys, params.get('api_key')].filter((key) => key !== undefined && key !== '');
  const hidden = [...params].map(([name, value]) => [name, withoutSecrets(value, secrets)] as const);
  return canonicalText(new Map(hidden), mask);
}

function withoutSecrets(value: string, secrets: readonly (string | undefined)[]): string {
  return secrets.reduce<string>((text, secret) => (secret ? text.replaceAll(secret, mask) : text), value);
}
