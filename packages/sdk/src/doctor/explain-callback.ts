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

/** What is known about a callback. */
export interface ExplainCallbackOptions
  extends Pick<
    ExplainOptions,
    'keys' | 'mchId' | 'otherMerchants' | 'baseString' | 'maxHashes' | 'timeLimit' | 'signal'
  > {
  /** The `Content-Type` header as received. */
  readonly contentType: string | null | undefined;
  /**
   * The sign that the merchant's own code calculated. Where the body's sign is right, it is this one that is looked
   * into, and `received` is this one; so it is with `baseString`, the text that the merchant's code hashed.
   */
  readonly computedSign?: string | undefined;
}

/** What is wrong with a callback, or with the code that verifies it. */
export interface CallbackExplanation extends SignatureExplanation {
  /** What it was taken for; null where its fields do not tell, so that either key is right. */
  readonly kind: 'payin' | 'payout' | 'link' | null;
  /** Of a body whose sign is right: what would make code that reads it wrongly sign another text. */
  readonly pitfalls: readonly Mistake[];
}

/**
 * Says why the verification of a callback fails, given the body as it arrived. When its sign is right, the merchant's
 * code signs another text: `computedSign`, what it calculated, or `baseString`, what it hashed, tell how it comes to
 * that, and `pitfalls` what is likely. When it is wrong, the body was altered on its way: parsed and written again, a
 * `+` lost, a field dropped or added.
 *
 * @param rawBody the bytes as they arrived, or their text
 */
export function explainCallback(
  rawBody: Uint8Array | string,
  options: ExplainCallbackOptions,
): CallbackExplanation {
  return finished(explainCallbackSteps(rawBody, options));
}

/** The same in steps of a few milliseconds each, as `explainSignatureSteps`. */
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

const bodyIsRight = 'The sign of this body is right.';
const openWords =
  'If your code finds it wrong, it signs another text than this one: look at the pitfalls, or hand in the sign that it calculated or the text that it hashed.';

function ownWords({ verdict, summary }: SignatureExplanation): string {
  if (verdict === 'valid')
    return 'And your code calculates it: compare the two ignoring case, and the whole of them.';
  return `Your code's is not: ${summary}`;
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

/** What the merchant's code came to: as it says, or as the text that it hashed gives. */
function ownSign({ bases, keys }: Context, options: ExplainCallbackOptions): string | undefined {
  const { computedSign, baseString } = options;
  if (computedSign !== undefined || baseString === undefined) return computedSign;
  const [text = ''] = readBaseString(baseString).texts;
  const hasKey = keyAtEnd.test(text) || keys.some((key) => text.includes(key.text));
  return hash('md5', hasKey ? text : `${text}&key=${bases[0]?.recipe.key.text ?? ''}`);
}

/** What was wrong with the body before anything could be signed, in front. */
function withMistakes(told: SignatureExplanation, found: readonly Mistake[]): SignatureExplanation {
  if (found.length === 0) return told;
  const verdict = told.verdict === 'unexplained' ? 'unexplained' : 'explained';
  const summary = `${wordsOf(found)} ${told.summary}`;
  return { ...told, verdict, mistakes: [...found, ...told.mistakes], summary };
}

/** Of a body that cannot be read there is nothing else to say. */
function unread(told: SignatureExplanation, found: readonly Mistake[]): SignatureExplanation {
  if (found.length === 0) return told;
  return { ...told, verdict: 'explained', mistakes: found, summary: wordsOf(found) };
}

function wordsOf(found: readonly Mistake[]): string {
  return found.map(({ title, fix }) => `${title}. ${fix}`).join(' ');
}

/** By the fields that only one kind has (spec: Events). */
function kindOf(params: FlatParams): CallbackExplanation['kind'] {
  const hasOne = (...names: readonly string[]) => names.some((name) => params.has(name));
  if (hasOne('link_code')) return 'link';
  if (hasOne('totalDebit', 'txid')) return 'payout';
  if (hasOne('tradeType', 'netAmount', 'paidAmount', 'utr', 'usdtAmount')) return 'payin';
  if (hasOne('message')) return 'payout';
  return hasOne('extra') ? 'payin' : null;
}
