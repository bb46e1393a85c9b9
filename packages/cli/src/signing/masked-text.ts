import { canonicalText } from '@inrgate/sdk/protocol';
import type { Params } from './parameters.ts';

const mask = '***';

/** Canonical string with masked keys, including keys among the values, for example `api_key` of v1. */
export function maskedText(params: Params, keys: readonly (string | undefined)[]): string {
  const secrets = secretsOf([...keys, params.get('api_key')]);
  const hidden = [...params].map(([name, value]) => [name, withoutSecrets(value, secrets)] as const);
  return canonicalText(new Map(hidden), mask);
}

/** The keys to mask, longest first, because one key can begin with another key. */
export function secretsOf(keys: readonly (string | undefined)[]): readonly string[] {
  const known = new Set(keys.filter((key) => key !== undefined));
  known.delete('');
  return [...known].sort((a, b) => b.length - a.length);
}

export function withoutSecrets(text: string, secrets: readonly string[]): string {
  return secrets.reduce((hidden, secret) => hidden.replaceAll(secret, mask), text);
}
