import type { KeyName } from '@inrgate/sdk/internal';
import { sign, verifyAlternative, verifySignature } from '@inrgate/sdk/protocol';
import { maskedText } from './masked-text.ts';
import type { Params } from './parameters.ts';
import { certainKey, likelyKey } from './which-key.ts';

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
