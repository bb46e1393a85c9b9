import { isMaskedName, type Mask, mask, shownPart } from '@inrgate/conformance/internal';
import type {
  DifferenceSegment,
  SignatureExplanation,
  SignatureMistake,
  SignatureVerdict,
} from '@inrgate/sdk/doctor';
import type { SignatureDiagnosis } from './diagnosis.ts';
import { maxValueLength } from './logged-request.ts';

/** Explanation of a wrong signature for one entry of the log. */
export interface ExplainedDiagnosis extends SignatureDiagnosis {
  readonly verdict: SignatureVerdict;
  /** The mistakes that explain the signature, or an empty list. */
  readonly mistakes: readonly SignatureMistake[];
  /** The signed string with a masked key, or null if it is unknown. */
  readonly signed: string | null;
  /**
   * Difference between the correct and the signed string, or an empty list if the strings are equal, very long or
   * unknown.
   */
  readonly difference: readonly DifferenceSegment[];
  /** The verdict in a few sentences. */
  readonly summary: string;
}

/** Maximum length of the signed and of the correct string. */
const maxTextLength = 8_192;

const noMerchant = {
  untried: 'No merchant has this mchId, so the gateway cannot verify the signature.',
  tried:
    'No merchant has this mchId. The keys of other merchants and the known mistakes do not explain this signature.',
};
const tooMany = 'The gateway is analysing too many signatures. Retry in a moment.';

interface Showing {
  readonly masked: Mask;
  readonly isKnown: boolean;
}

/** @param explanation null if the doctor had no time for it */
export function explainedDiagnosis(
  diagnosis: SignatureDiagnosis,
  explanation: SignatureExplanation | null,
  { masked, isKnown }: Showing,
): ExplainedDiagnosis {
  if (explanation === null) return { ...diagnosis, ...unexplained, summary: tooMany };
  const { verdict, mistakes, received, summary, tried } = explanation;
  if (verdict === 'unexplained' && !isKnown)
    return { ...diagnosis, ...unexplained, summary: noMerchant[tried.hashes === 0 ? 'untried' : 'tried'] };
  const shown = (text: string) => shownPart(text, masked, maxTextLength);
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

/** The difference without keys. Shows no segment of a string with a key, because a key can span segments. */
function shownDifference({ difference }: SignatureExplanation, masked: Mask): readonly DifferenceSegment[] {
  const without = (left: DifferenceSegment['kind']) =>
    difference
      .filter(({ kind }) => kind !== left)
      .map(({ text }) => text)
      .join('');
  const isShown = (text: string) => text.length <= maxTextLength && masked(text) === text;
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
    // One string can be part of another string: `key=a` of `api_key=ab`.
    .sort((a, b) => b.field.length - a.field.length);
  const shown = (text: string) =>
    shownPart(
      personal.reduce((rest, { name, field }) => rest.replaceAll(field, `${name}=${mask}`), text),
      masked,
      maxTextLength,
    );
  return {
    canonical: shown(canonical),
    received: shown(received),
    hint,
    ...(alternative === undefined ? {} : { alternative: shown(alternative) }),
  };
}
