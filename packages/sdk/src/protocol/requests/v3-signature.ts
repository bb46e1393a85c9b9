import { type FlatParams, textParams } from '../flat-parser.ts';
import type { V3Endpoint } from '../routes.ts';
import { verifyAlternative, verifySignature } from '../signature.ts';
import { alternativeOf } from './alternative.ts';

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
