import { type FlatParams, textParams } from '../flat-parser.ts';
import type { V3Endpoint } from '../routes.ts';
import { type AlternativeFields, verifyAlternative, verifySignature } from '../signature.ts';

interface Signed {
  readonly endpoint: V3Endpoint;
  readonly params: FlatParams;
  readonly sign: string;
}

/**
 * Returns whether `sign` is the signature with this key. Also accepts the alternative signature if the request allows
 * it.
 */
export function isSignedWith({ endpoint, params, sign }: Signed, key: string): boolean {
  const texts = textParams(params);
  if (verifySignature(texts, key, sign, { upperCaseOnly: true })) return true;
  const alternative = alternativeOf(endpoint, texts);
  return alternative !== null && verifyAlternative(alternative, key, sign);
}

/**
 * Returns the fields of the alternative signature, or null unless the request is a pay-in that uses the snake_case names
 * (spec: POST payin, rule 3).
 */
export function alternativeOf(
  endpoint: string,
  texts: ReadonlyMap<string, string>,
): AlternativeFields | null {
  const text = (name: string) => texts.get(name) ?? '';
  const has = (name: string) => text(name) !== '';
  const usesSnakeCase = has('merchant_id') && has('merchant_order_no');
  const usesCamelCase = has('mchId') || has('mchOrderNo') || has('notifyUrl');
  if (endpoint !== 'payin' || !usesSnakeCase || usesCamelCase) return null;
  return {
    merchant_id: text('merchant_id'),
    amount: text('amount'),
    merchant_order_no: text('merchant_order_no'),
    callback_url: text('callback_url'),
  };
}
