import { type KeyName, mask, masking } from '@inrgate/sdk/internal';
import { canonicalText, sign, verifyAlternative, verifySignature } from '@inrgate/sdk/protocol';
import { certainKey, likelyKey } from './detect.ts';
import type { Params } from './parameters.ts';

type Keys = Readonly<Partial<Record<KeyName, string | undefined>>>;

export interface Verdict {
  readonly valid: boolean;
  readonly reason: 'missing_sign' | 'invalid_signature' | 'wrong_key' | null;
  /** Name of the known key that created the signature, or null. */
  readonly key: KeyName | null;
  /**
   * Form of the signature. `alternative` is the alternative signature of pay-ins with snake_case names (spec: POST
   * payin, rule 3).
   */
  readonly signature: 'standard' | 'alternative' | null;
  /** Correct signature. The key in the canonical string is masked. */
  readonly expected: { readonly key: KeyName; readonly canonical: string; readonly sign: string };
  readonly received: { readonly sign: string };
}

/** Verifies the signature of the parameters. At least one key is required. */
export function verdictOn(params: Params, keys: Keys): Verdict {
  const received = params.get('sign') ?? '';
  const names = (['mchKey', 'mchSecret'] as const).filter((name) => keys[name] !== undefined);
  const standard = names.find((name) => verifySignature(params, keys[name] ?? '', received));
  const alternative = standard === undefined && isAlternative(params, keys.mchKey, received);
  const key = standard ?? (alternative ? 'mchKey' : null);
  // In this case, the gateway returns 401 wrong_key_type, and receivers of callbacks reject the signature (spec:
  // Authentication 2).
  const isWrongKey = key !== null && key !== (certainKey(params) ?? key);
  const expectedKey = expected(params, names);
  return {
    valid: key !== null && !isWrongKey,
    reason: reasonOf({ received, key, isWrongKey }),
    key,
    signature: key === null ? null : alternative ? 'alternative' : 'standard',
    expected: {
      key: expectedKey,
      canonical: maskedText(params, Object.values(keys)),
      sign: sign(params, keys[expectedKey] ?? ''),
    },
    received: { sign: received },
  };
}

function reasonOf(facts: {
  readonly received: string;
  readonly key: KeyName | null;
  readonly isWrongKey: boolean;
}): Verdict['reason'] {
  if (facts.received === '') return 'missing_sign';
  if (facts.key === null) return 'invalid_signature';
  return facts.isWrongKey ? 'wrong_key' : null;
}

function expected(params: Params, names: readonly KeyName[]): KeyName {
  const likely = likelyKey(params);
  return names.includes(likely) ? likely : (names[0] ?? likely);
}

function isAlternative(params: Params, mchKey: string | undefined, received: string): boolean {
  const merchant_id = params.get('merchant_id');
  const amount = params.get('amount');
  const merchant_order_no = params.get('merchant_order_no');
  if (mchKey === undefined || !merchant_id || !amount || !merchant_order_no) return false;
  const callback_url = params.get('callback_url');
  return verifyAlternative({ merchant_id, amount, merchant_order_no, callback_url }, mchKey, received);
}

/** Returns the canonical string with masked keys, including keys among the values, for example `api_key` of v1. */
export function maskedText(params: Params, keys: readonly (string | undefined)[]): string {
  const known = [...keys, params.get('api_key')].filter((key) => key !== undefined);
  const hide = masking(known);
  const hidden = [...params].map(([name, value]) => [name, hide(value)] as const);
  return canonicalText(new Map(hidden), mask);
}
