import { isMaskedName, shownPart } from '@inrgate/conformance/internal';
import type {
  DifferenceSegment,
  SignatureExplanation,
  SignatureMistake,
  SignatureVerdict,
} from '@inrgate/sdk/doctor';
import { type Mask, mask } from '@inrgate/sdk/internal';
import type { SignatureDiagnosis } from './diagnosis.ts';
import { maxValueLength } from './logged-request.ts';

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

/** Maximum length of each of the two compared strings. */
const maxTextLength = 8_192;

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
    // Replace longer strings first, because one string can be part of another: `key=a` of `api_key=ab`.
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
