import { hash } from 'node:crypto';
import type { FlatParams } from '../protocol/flat-parser.ts';
import { keyAtEnd, readBaseString } from './base-string.ts';
import { type Context, contextOf, type ExplainOptions } from './context.ts';
import { explaining, finished } from './explain-signature.ts';
import type { Mistake, SignatureExplanation } from './explanation.ts';
import { alterations, otherKey } from './hypotheses/alterations.ts';
import { mistakeOf } from './mistake.ts';
import type { Operation } from './operations.ts';
import { pitfallsOf } from './pitfalls.ts';
import { bodyText, receivedBody } from './received-body.ts';
import { baseStringOf, digestOf } from './recipe.ts';

/** Options of `explainCallback`. */
export interface ExplainCallbackOptions
  extends Pick<
    ExplainOptions,
    'keys' | 'mchId' | 'otherMerchants' | 'baseString' | 'maxHashes' | 'timeLimit' | 'signal'
  > {
  /** The `Content-Type` header as received. */
  readonly contentType: string | null | undefined;
  /**
   * The sign that your own code calculated. If the body's sign is correct, the search explains `computedSign`, and
   * `received` contains it. Instead, you can pass `baseString`, the string that your code hashed.
   */
  readonly computedSign?: string | undefined;
}

/** Diagnosis of a callback, or of the code that verifies it. */
export interface CallbackExplanation extends SignatureExplanation {
  /**
   * Kind of the callback, or null if its fields do not determine the kind. With null, the search accepts either key.
   */
  readonly kind: 'payin' | 'payout' | 'link' | null;
  /** Likely mistakes in the verifying code. Empty unless the body's sign is correct. */
  readonly pitfalls: readonly Mistake[];
}

/**
 * Explains why the verification of a callback fails.
 *
 * If the body's sign is wrong, the body was altered in transit. Examples: it was parsed and rewritten, lost a `+`, or
 * lost a field. If the sign is correct, your verifying code is wrong. In this case, pass `computedSign` or `baseString`
 * to find the actual mistake. `pitfalls` lists likely mistakes.
 *
 * @param rawBody the bytes as received, or a string
 */
export function explainCallback(
  rawBody: Uint8Array | string,
  options: ExplainCallbackOptions,
): CallbackExplanation {
  return finished(explainCallbackSteps(rawBody, options));
}

/** `explainCallback` in steps of a few milliseconds each. Use it like `explainSignatureSteps`. */
export function* explainCallbackSteps(
  rawBody: Uint8Array | string,
  options: ExplainCallbackOptions,
): Generator<void, CallbackExplanation> {
  const { params, causes } = receivedBody(rawBody, options.contentType ?? null);
  const kind = kindOf(params);
  const asked = { ...options, operation: operationOf(kind), anyCase: true };
  const context = contextOf(params, { ...asked, more: alterations });
  const isRight = isSigned(context);
  const own = isRight ? ownSign(context, options) : undefined;
  const told =
    own === undefined
      ? yield* explaining(context, asked)
      : yield* explaining(contextOf(params, { ...asked, sign: own, more: [otherKey] }), asked);
  const found = causes.map((cause) => mistakeOf(cause, context.hide));
  const isOpen = isRight && own === undefined;
  return {
    ...(params.size === 0 ? unread(told, found) : withMistakes(told, found)),
    kind,
    pitfalls: isOpen ? pitfallsOf(context, bodyText(rawBody)) : [],
    ...(isRight && found.length === 0
      ? { summary: `${bodyIsRight} ${isOpen ? openWords : ownWords(told)}` }
      : {}),
  };
}

const bodyIsRight = 'The sign of this body is correct.';
const openWords =
  'If your code rejects it, your code builds a different base string. Check the pitfalls, or pass the sign that your code calculated or the base string that it hashed.';

function ownWords({ verdict, summary }: SignatureExplanation): string {
  if (verdict === 'valid')
    return 'Your code calculates the same sign, so its comparison is wrong. Compare all 32 digits and ignore case.';
  return `The sign that your code calculates is wrong. ${summary}`;
}

function operationOf(kind: CallbackExplanation['kind']): Operation | undefined {
  return kind === null ? undefined : `${kind}-callback`;
}

function isSigned({ bases, fields }: Context): boolean {
  return bases.some(({ recipe, readings, known }) => {
    const digest = digestOf(recipe, baseStringOf(recipe, fields));
    return known.length === 0 && readings.some(({ digits, matches }) => digits === 32 && matches(digest));
  });
}

/** The sign of the merchant's code, as given or calculated from `baseString`. */
function ownSign({ bases, keys }: Context, options: ExplainCallbackOptions): string | undefined {
  const { computedSign, baseString } = options;
  if (computedSign !== undefined || baseString === undefined) return computedSign;
  const [text = ''] = readBaseString(baseString).texts;
  const hasKey = keyAtEnd.test(text) || keys.some((key) => text.includes(key.text));
  return hash('md5', hasKey ? text : `${text}&key=${bases[0]?.recipe.key.text ?? ''}`);
}

/** Inserts mistakes of the body before mistakes of the signature. */
function withMistakes(told: SignatureExplanation, found: readonly Mistake[]): SignatureExplanation {
  if (found.length === 0) return told;
  const verdict = told.verdict === 'unexplained' ? 'unexplained' : 'explained';
  const summary = `${wordsOf(found)} ${told.summary}`;
  return { ...told, verdict, mistakes: [...found, ...told.mistakes], summary };
}

function unread(told: SignatureExplanation, found: readonly Mistake[]): SignatureExplanation {
  if (found.length === 0) return told;
  return { ...told, verdict: 'explained', mistakes: found, summary: wordsOf(found) };
}

function wordsOf(found: readonly Mistake[]): string {
  return found.map(({ title, fix }) => `${title}. ${fix}`).join(' ');
}

/** The kind that the callback's own fields determine (spec: Events). */
function kindOf(params: FlatParams): CallbackExplanation['kind'] {
  const hasOne = (...names: readonly string[]) => names.some((name) => params.has(name));
  if (hasOne('link_code')) return 'link';
  if (hasOne('totalDebit', 'txid')) return 'payout';
  if (hasOne('tradeType', 'netAmount', 'paidAmount', 'utr', 'usdtAmount')) return 'payin';
  if (hasOne('message')) return 'payout';
  return hasOne('extra') ? 'payin' : null;
}
