import { isMaskedName, shownPart } from '@inrgate/conformance/internal';
import type {
  DifferenceSegment,
  SignatureExplanation,
  SignatureMistake,
  SignatureVerdict,
  SignedOperation,
} from '@inrgate/sdk/doctor';
import { alternativeOf, alternativeText, type Mask, mask } from '@inrgate/sdk/internal';
import { canonicalText, verifySignature } from '@inrgate/sdk/protocol';
import { type MerchantKeys, maxBodyLength, maxValueLength } from './record.ts';

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
export const unknownMerchantKeys: MerchantKeys = {
  mchKey: 'no merchant has this key',
  mchSecret: 'nor this secret',
};

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
  const { mchKey, mchSecret } = keys ?? unknownMerchantKeys;
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

/** Explanation of a wrong signature for one entry of the log. */
export interface ExplainedDiagnosis extends SignatureDiagnosis {
  readonly verdict: SignatureVerdict;
  /** The mistakes that explain the signature, or an empty list. */
  readonly mistakes: readonly SignatureMistake[];
  /** The string that the client signed, with a masked key, or null if it is unknown. */
  readonly signed: string | null;
  /**
   * Difference between the correct string and the string that the client signed. Empty if the strings are equal or very
   * long, or if the signed string is unknown.
   */
  readonly difference: readonly DifferenceSegment[];
  /** The verdict in a few sentences. */
  readonly summary: string;
}

const noMerchant = {
  untried: 'No merchant has this mchId, so the gateway cannot verify the signature.',
  tried:
    'No merchant has this mchId. The keys of other merchants and the known mistakes do not explain this signature.',
};

interface Showing {
  readonly masked: Mask;
  readonly isKnown: boolean;
}

export function explainedDiagnosis(
  diagnosis: SignatureDiagnosis,
  explanation: SignatureExplanation,
  { masked, isKnown }: Showing,
): ExplainedDiagnosis {
  const { verdict, mistakes, received, summary, tried } = explanation;
  if (verdict === 'unexplained' && !isKnown)
    return { ...diagnosis, ...unexplained, summary: noMerchant[tried.hashes === 0 ? 'untried' : 'tried'] };
  const shown = (text: string) => shownPart(text, masked, maxBodyLength);
  return {
    ...diagnosis,
    verdict,
    mistakes: mistakes.map((mistake) => ({
      ...mistake,
      title: shownPart(mistake.title, masked, maxValueLength),
    })),
    signed: received.canonical === undefined ? null : shown(received.canonical),
    difference: shownDifference(explanation, masked),
    summary: shown(summary),
  };
}

const unexplained = { verdict: 'unexplained', mistakes: [], signed: null, difference: [] } as const;

/**
 * The difference without keys. Omits the segments of a string that contains a key, because a key can span several
 * segments.
 */
function shownDifference({ difference }: SignatureExplanation, masked: Mask): readonly DifferenceSegment[] {
  const without = (left: DifferenceSegment['kind']) =>
    difference
      .filter(({ kind }) => kind !== left)
      .map(({ text }) => text)
      .join('');
  const isShown = (text: string) => text.length <= maxBodyLength && masked(text) === text;
  return isShown(without('added')) && isShown(without('removed')) ? difference : [];
}

/** Explanation of a wrong signature with masked values, because the string to sign contains beneficiary data. */
export function maskedDiagnosis(
  { canonical, received, hint, alternative }: SignatureDiagnosis,
  parameters: ReadonlyMap<string, string>,
  masked: Mask,
): SignatureDiagnosis {
  const personal = [...parameters]
    .filter(([name, value]) => isMaskedName(name) && value !== '')
    .map(([name, value]) => ({ name, field: `${name}=${value}` }))
    // Replace longer strings first, because one string can be part of another: `key=a` of `api_key=ab`.
    .sort((a, b) => b.field.length - a.field.length);
  const shown = (text: string) =>
    shownPart(
      personal.reduce((rest, { name, field }) => rest.replaceAll(field, `${name}=${mask}`), text),
      masked,
      maxBodyLength,
    );
  return {
    canonical: shown(canonical),
    received: shown(received),
    hint,
    ...(alternative === undefined ? {} : { alternative: shown(alternative) }),
  };
}
