// Folder log: what the gateway remembers of requests, masked when it is shown.
import type { SignedOperation } from '@inrgate/sdk/doctor';
import { alternativeOf, alternativeText } from '@inrgate/sdk/internal';
import { canonicalText, verifySignature } from '@inrgate/sdk/protocol';
import type { MerchantKeys } from './trace.ts';

/** A logged request with a wrong signature. */
export interface WrongSignature {
  /** ID in the log, for the advice on more details. Null if the details are already shown. */
  readonly id: string | null;
  readonly operation: SignedOperation;
  /** All parameters with their complete values. */
  readonly parameters: ReadonlyMap<string, string>;
  /** The merchant's keys at the time of the request, or null for an unknown merchant. */
  readonly keys: MerchantKeys | null;
}

/** A quick diagnosis of a wrong signature. */
export interface SignatureDiagnosis {
  /** The correct string to sign, with a masked key. */
  readonly canonical: string;
  readonly received: string;
  readonly hint: string;
  /** The string to sign of the alternative pay-in signature, if the request allows it. */
  readonly alternative?: string | undefined;
}

/** Keys that replace those of an unknown merchant, so its requests cause the same work (spec: Authentication 1). */
export const nobody: MerchantKeys = { mchKey: 'no merchant has this key', mchSecret: 'nor this secret' };

/**
 * Returns the diagnosis for the developer who reads the log. The HTTP response contains no details (spec:
 * Authentication 1).
 */
export function diagnosisOf(wrong: WrongSignature): SignatureDiagnosis {
  return isV1(wrong) ? v1Diagnosis(wrong) : v3Diagnosis(wrong);
}

function isV1({ operation }: WrongSignature): boolean {
  return operation === 'create-link' || operation === 'link-status';
}

function v3Diagnosis(wrong: WrongSignature): SignatureDiagnosis {
  const { operation, parameters } = wrong;
  const alternative = alternativeOf(operation, parameters);
  return {
    canonical: canonicalText(parameters, '<key>'),
    received: parameters.get('sign') ?? '',
    hint: v3Hint(wrong),
    ...(alternative === null ? {} : { alternative: alternativeText(alternative, '<key>') }),
  };
}

function v3Hint({ id, parameters, keys }: WrongSignature): string {
  const { mchKey, mchSecret } = keys ?? nobody;
  const received = parameters.get('sign') ?? '';
  // Verify both keys for every merchant, because an open event stream needs the diagnosis before the response.
  const [byKey, bySecret] = [mchKey, mchSecret].map((key) => verifySignature(parameters, key, received));
  if (keys === null) return 'No merchant has this mchId.';
  if (byKey || bySecret) return 'The digest is correct, but it must be in upper case.';
  return `The digest does not match${adviceOn(id)}`;
}

function v1Diagnosis(wrong: WrongSignature): SignatureDiagnosis {
  const { parameters, keys } = wrong;
  const canonical = canonicalText(parameters, '<secret>');
  return {
    // api_key is both a signed parameter and a key, so mask it.
    canonical: keys === null ? canonical : canonical.replace(keys.mchKey, '<api_key>'),
    received: parameters.get('sign') ?? '',
    hint: v1Hint(wrong),
  };
}

function v1Hint({ id, parameters, keys }: WrongSignature): string {
  const received = parameters.get('sign') ?? '';
  const { mchKey = '', mchSecret = '' } = keys ?? {};
  if (mchKey !== '' && verifySignature(parameters, mchKey, received)) {
    return 'The digest was made with the API Key. v1 signs with the API Secret.';
  }
  if (mchSecret !== '' && verifySignature(parameters, mchSecret, received)) {
    return 'The digest is correct, but it must be in upper case.';
  }
  return `The digest does not match${adviceOn(id)}`;
}

/** Advice on how to see more details. */
function adviceOn(id: string | null): string {
  if (id === null) return '.';
  return `. For an explanation, open the Signature tab in the dashboard or run \`inrgate mock requests get ${id}\`.`;
}
