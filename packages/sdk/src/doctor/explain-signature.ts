import type { KeyName } from '../protocol/routes.ts';
import {
  basesOfText,
  comparisonOf,
  type GivenBaseString,
  readBaseString,
  rightText,
  shownText,
} from './base-string.ts';
import { type Context, contextOf, type ExplainOptions, type SignedParameters } from './context.ts';
import { difference } from './difference.ts';
import type { Comparison, SignatureExplanation, Tried } from './explanation.ts';
import type { Named } from './hypothesis.ts';
import { mask } from './masking.ts';
import { mistakeOf } from './mistake.ts';
import { baseStringOf, digestOf, rightRecipe } from './recipe.ts';
import { type Base, type Cause, type Found, type Limits, type Outcome, search } from './search.ts';
import { explainedSummary, unexplainedSummary } from './summary.ts';
import { signIsKey, signIsText, signMissing, textDiffers } from './unhashed.ts';

/** Default limits of a search. */
export const explainLimits = {
  /** Maximum number of strings to hash. All single mistakes and pairs of an ordinary request need about 32,000. */
  maxHashes: 100_000,
  /** Maximum duration of the work in milliseconds. */
  timeLimit: 1_500,
} as const;

/**
 * Explains why a signature is wrong. Pass the parameters as received, the sign and the keys to try. The search tries
 * known client mistakes, singly and in pairs, until their signature equals the received sign.
 *
 * The verdict is `valid` for a correct sign, and `unexplained` if no known mistake explains it. The result never
 * contains a key. The search takes at most `timeLimit` milliseconds. In a server with other requests, use
 * `explainSignatureSteps`.
 *
 * @param parameters the strings as received, in order: a result of `parseFlat` or `textParams`, or an object
 */
export function explainSignature(
  parameters: SignedParameters,
  options: ExplainOptions,
): SignatureExplanation {
  return finished(explainSignatureSteps(parameters, options));
}

/**
 * `explainSignature` for servers, in steps of a few milliseconds each. Yield to other work between the steps.
 *
 * ```ts
 * const steps = explainSignatureSteps(parameters, { keys, operation: 'payin' });
 * let step = steps.next();
 * while (!step.done) {
 *   await setImmediate();
 *   step = steps.next();
 * }
 * console.log(step.value.summary);
 * ```
 */
export function* explainSignatureSteps(
  parameters: SignedParameters,
  options: ExplainOptions,
): Generator<void, SignatureExplanation> {
  return yield* explaining(contextOf(parameters, options), options);
}

export function finished<Result>(steps: Generator<void, Result>): Result {
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}

/** Explains one case in steps. */
export function* explaining(
  context: Context,
  options: ExplainOptions,
): Generator<void, SignatureExplanation> {
  const limits: Limits = {
    maxHashes: options.maxHashes ?? explainLimits.maxHashes,
    timeLimit: options.timeLimit ?? explainLimits.timeLimit,
    signal: options.signal,
  };
  // Do not use `??` here. The CommonJS build moves its right side into a function, which cannot yield.
  const atOnce = unhashed(context);
  const outcome = atOnce === undefined ? yield* search(context.bases, limits) : atOnce;
  const plain = explanationOf(context, outcome, options.baseString !== undefined);
  if (options.baseString === undefined) return plain;
  const base = readBaseString(options.baseString);
  const rest = { ...limits, maxHashes: Math.ceil(limits.maxHashes / 4), timeLimit: limits.timeLimit / 4 };
  const byText = yield* search(basesOfText(base, context), rest);
  return withBaseString(context, plain, { base, outcome: byText });
}

/** Returns the result without a search if the sign is missing or not a digest. */
function unhashed({ received, keys, bases, fields }: Context): Outcome | undefined {
  const [base] = bases;
  if (base === undefined) return undefined;
  const of = (named: Named): Outcome => ({
    found: { base, recipe: base.recipe, bare: false, causes: [{ named }] },
    singles: 0,
    pairs: 0,
    hashes: 0,
    complete: true,
  });
  const text = received.trim();
  if (text === '') return of(signMissing);
  if (keys.some((key) => key.text.toLowerCase() === text.toLowerCase())) return of(signIsKey);
  const texts = bases.flatMap(({ recipe }) => {
    const baseString = baseStringOf(recipe, fields);
    return [baseString.text, baseString.bare()];
  });
  return texts.includes(text) ? of(signIsText) : undefined;
}

function explanationOf(context: Context, outcome: Outcome, hasBaseString: boolean): SignatureExplanation {
  const { found } = outcome;
  const expected = expectedOf(context, found?.base ?? context.bases[0]);
  const sign = context.hide(context.received);
  const tried = triedOf(outcome);
  if (found === undefined) {
    const summary = unexplainedSummary(context, outcome, hasBaseString);
    return { ...nothingKnown, expected, received: { sign }, tried, summary };
  }
  const mistakes = found.causes.map((cause) => mistakeOf(cause, context.hide));
  const verdict = mistakes.length === 0 ? 'valid' : 'explained';
  const canonical = isNoDigest(found) ? undefined : signedText(context, found);
  return {
    verdict,
    mistakes,
    expected,
    received: canonical === undefined ? { sign } : { canonical, sign },
    difference:
      canonical === undefined || canonical === expected.canonical
        ? []
        : difference(expected.canonical, canonical),
    signedWith: keyNameOf(context, found),
    tried,
    summary: verdict === 'valid' ? 'The sign is correct.' : explainedSummary(mistakes),
  };
}

const nothingKnown = { verdict: 'unexplained', mistakes: [], difference: [], signedWith: null } as const;

function triedOf({ singles, pairs, hashes, complete }: Outcome): Tried {
  return { hypotheses: singles + pairs, hashes, complete };
}

/** The correct string and its sign. The sign of the alternative form is in lower case. */
function expectedOf(
  { fields, hide, redaction, received }: Context,
  base: Base | undefined,
): SignatureExplanation['expected'] {
  const recipe = base?.recipe ?? rightRecipe({ text: '', shown: mask });
  const canonical = hide(baseStringOf(recipe, fields, redaction).text);
  const text = baseStringOf(recipe, fields);
  if (base === undefined || base.known.length > 0 || !text.text.isWellFormed())
    return { canonical, sign: null };
  const digest = digestOf(recipe, text);
  const isAlternative = base.facts.form === 'alternative';
  const isUpper = !isAlternative || received === received.toUpperCase();
  return { canonical, sign: isUpper ? digest.toUpperCase() : digest };
}

function signedText({ fields, hide, redaction }: Context, { recipe, bare }: Found): string {
  const baseString = baseStringOf(recipe, fields, redaction);
  return hide(bare ? baseString.bare() : baseString.text);
}

/** Returns true if the received sign is not a digest. */
function isNoDigest({ causes }: Pick<Found, 'causes'>): boolean {
  return causes.some(({ named }) => named === signMissing || named === signIsKey);
}

function keyNameOf({ keys }: Context, { recipe, causes }: Found): KeyName | null {
  if (isNoDigest({ causes })) return null;
  return keys.find(({ text, other }) => other === undefined && text === recipe.key.text)?.name ?? null;
}

/** Results for the client's own base string. */
interface OwnText {
  readonly base: GivenBaseString;
  readonly outcome: Outcome;
}

function withBaseString(context: Context, plain: SignatureExplanation, own: OwnText): SignatureExplanation {
  const { base, outcome } = own;
  const { found } = outcome;
  const [given = ''] = base.texts;
  const shown = shownText(given, context, plain.expected.canonical);
  const right = rightText(plain.expected.canonical, shown);
  const isWhatWasSigned = context.bases.length === 0 ? null : found !== undefined;
  const comparison = comparisonOf(right, shown, isWhatWasSigned);
  const laid = shown === right ? [] : difference(right, shown);
  if (plain.verdict !== 'unexplained' || found === undefined) {
    const summary = `${plain.summary} ${comparedWords(comparison)}`;
    return {
      ...plain,
      comparison,
      summary,
      difference: plain.verdict === 'unexplained' ? laid : plain.difference,
    };
  }
  const differs: readonly Cause[] =
    comparison.at === null ? [] : [{ named: textDiffers, about: placeWords(comparison) }];
  const mistakes = [...differs, ...found.causes].map((cause) => mistakeOf(cause, context.hide));
  return {
    ...plain,
    verdict: 'explained',
    mistakes,
    received: { canonical: shown, sign: plain.received.sign },
    difference: laid,
    signedWith: keyNameOf(context, found),
    comparison,
    summary: `${explainedSummary(mistakes)} ${comparedWords(comparison)}`,
  };
}

function placeWords({ at, expected, found }: Comparison): string {
  return `character ${at} is ${found ?? 'missing'}; expected ${expected ?? 'the end'}`;
}

function comparedWords(comparison: Comparison): string {
  const { at, isWhatWasSigned } = comparison;
  const where =
    at === null
      ? 'Apart from the key, the base string is correct'
      : `In the base string, ${placeWords(comparison)}`;
  if (isWhatWasSigned === null)
    return `${where}. Pass a key to check whether this base string produces the sign.`;
  if (isWhatWasSigned) return `${where}, and it produces this sign.`;
  return `${where}. It does not produce this sign with any of the keys, so the base string or the key is wrong.`;
}
