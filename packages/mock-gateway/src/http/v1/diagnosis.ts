import { canonicalText, verifySignature } from '@inrgate/sdk/protocol';
import { adviceOn, type SignatureDiagnosis, type WrongSignature } from '../../watch/trace.ts';

/** For the developer who looks into the log. */
export function diagnose(wrong: WrongSignature): SignatureDiagnosis {
  const { parameters, keys } = wrong;
  const canonical = canonicalText(parameters, '<secret>');
  return {
    // api_key is signed, and a key: it is masked like the secret.
    canonical: keys === null ? canonical : canonical.replace(keys.mchKey, '<api_key>'),
    received: parameters.get('sign') ?? '',
    hint: hintOf(wrong),
  };
}

function hintOf({ id, parameters, keys }: WrongSignature): string {
  const received = parameters.get('sign') ?? '';
  const { mchKey = '', mchSecret = '' } = keys ?? {};
  if (mchKey !== '' && verifySignature(parameters, mchKey, received)) {
    return 'The digest was made with the API Key: v1 signs with the API Secret.';
  }
  if (mchSecret !== '' && verifySignature(parameters, mchSecret, received)) {
    return 'The digest is right but in lower case: write it in upper case.';
  }
  return `The digest does not match: ${adviceOn(id)}`;
}
