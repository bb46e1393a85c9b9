import { hash } from 'node:crypto';
import type { FlatParams } from '../protocol/flat-parser.ts';
import { mask } from '../protocol/masking.ts';
import type { KeyName } from '../protocol/routes.ts';
import { basesOfText, comparisonOf, keyAtEnd, textsOf, unknownKey } from './base-string.ts';
import {
  bareString,
  baseString,
  type Client,
  digestOf,
  type Fields,
  readyFields,
  rightClient,
} from './client.ts';
import { type Context, contextOf, fieldsOf } from './context.ts';
import { difference } from './difference.ts';
import type {
  CallbackExplanation,
  Comparison,
  ExplainCallbackOptions,
  ExplainOptions,
  Mistake as ShownMistake,
  SignatureExplanation,
  SignedParameters,
} from './explanation.ts';
import { alterations, alternativeMistake, mistakes, receiverFixes, receiverMistakes } from './mistakes.ts';
import type { Operation } from './operations.ts';
import { bodyMistakes, bodyText, receivedBody } from './received-body.ts';
import { remedies } from './remedies.ts';
import { type Base, type Cause, type Outcome, Search } from './search.ts';
import { encodingMistakes, lengthWords } from './sign-forms.ts';
import type { Named } from './ways.ts';

const signMissing: Named = {
  id: 'sign-missing',
  title: 'The sign is missing',
  fix: 'The parameter sign must contain the digest.',
  remedy: 'md5',
};

const signIsKey: Named = {
  id: 'sign-is-key',
  title: 'The key was sent as the sign',
  fix: 'The sign is the MD5 of the base string, never the key. If you sent the key, change it now.',
  remedy: 'md5',
};

const signIsText: Named = {
  id: 'sign-is-text',
  title: 'The base string, not its MD5, was sent as the sign',
  fix: 'The sign is the MD5 of the base string. If you sent the base string with the key, change the key now.',
  remedy: 'md5',
};

/** Mistake of a base string that no known mistake explains. */
const textDiffers: Named = {
  id: 'text-differs',
  title: 'The base string does not match the parameters',
  fix: 'Sign the values exactly as they are sent. Compare the two base strings from the first character that differs.',
  remedy: 'signWhatIsSent',
};

const plusKept: Named = {
  id: 'plus-kept',
  title: 'The form contains + or %XX, which your code must decode',
  fix: 'Decode + as a space and %2B as +. Decode the form only once, and sign the decoded values.',
  remedy: 'rawBody',
};

const all: readonly Named[] = [
  ...[...mistakes, alternativeMistake, ...encodingMistakes, signMissing, signIsKey, signIsText],
  ...[textDiffers, unknownKey, ...receiverMistakes, ...alterations, ...bodyMistakes, plusKept],
];

/** Every known mistake. Mistakes of signing come first, most frequent first. Alterations of callbacks follow. */
export const signatureMistakes: readonly ShownMistake[] = /* @__PURE__ */ all
  .filter(({ id }, at) => all.findIndex((other) => other.id === id) === at)
  .map((named) => shownMistake({ named }));

/**
 * Explains why a signature is wrong. Pass the parameters as received, the sign and the keys to try. The search tries
 * known client mistakes, singly and in pairs, until their signature equals the received sign. If none does, it tries
 * every selection of up to 14 parameters, and every order of up to 7.
 *
 * The verdict is `valid` for a correct sign, and `unexplained` if nothing explains it. The result never contains a key.
 *
 * @param parameters the strings as received, in order: a result of `parseFlat` or `textParams`, or an object
 */
export function explainSignature(
  parameters: SignedParameters,
  options: ExplainOptions,
): SignatureExplanation {
  return explained(contextOf(fieldsOf(parameters), options, {}), options);
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
  const { params, causes } = receivedBody(rawBody, options.contentType ?? null);
  const kind = kindOf(params);
  const asked = { ...options, operation: kind === null ? undefined : (`${kind}-callback` as Operation) };
  const fields = fieldsOf(params);
  const context = contextOf(fields, asked, { ...asCallback, more: alterations });
  const ofBody = explained(context, asked);
  const isRight = ofBody.verdict === 'valid';
  const own = isRight ? ownSign(context, options) : undefined;
  const result =
    own === undefined ? ofBody : explained(contextOf(fields, { ...asked, sign: own }, asCallback), asked);
  const found = causes.map((cause) => shownMistake(cause, context));
  const isOpen = isRight && own === undefined;
  return {
    ...withBodyMistakes(result, found, params.size === 0),
    kind,
    pitfalls: isOpen ? pitfallsOf(context, bodyText(rawBody)) : [],
    ...(isRight && found.length === 0
      ? { summary: `${bodyIsRight} ${isOpen ? openWords : ownWords(result)}` }
      : {}),
  };
}

const asCallback = { anyCase: true, isCallback: true };
const bodyIsRight = 'The sign of this body is correct.';
const openWords =
  'If your code rejects it, your code builds a different base string. Check the pitfalls, or pass the sign that your code calculated or the base string that it hashed.';

function ownWords({ verdict, summary }: SignatureExplanation): string {
  if (verdict === 'valid')
    return 'Your code calculates the same sign, so its comparison is wrong. Compare all 32 digits and ignore case.';
  return `The sign that your code calculates is wrong. ${summary}`;
}

function explained(context: Context, { baseString: given }: ExplainOptions): SignatureExplanation {
  const outcome = withoutSearch(context) ?? new Search().run(context.bases);
  const plain = explanationOf(context, outcome, given !== undefined);
  return given === undefined ? plain : withBaseString(context, plain, given);
}

/** The result if the sign is missing or not a digest. */
function withoutSearch({ received, keys, bases, fields }: Context): Outcome | undefined {
  const [base] = bases;
  if (base === undefined) return undefined;
  const text = received.trim();
  const texts = bases.flatMap(({ client }) => {
    const ready = readyFields(client, fields);
    return [baseString(client, ready), bareString(client, ready)];
  });
  const isKey = keys.some((key) => key.text.trim().toLowerCase() === text.toLowerCase());
  const named = text === '' ? signMissing : isKey ? signIsKey : texts.includes(text) ? signIsText : undefined;
  if (named === undefined) return undefined;
  const found = { base, client: base.client, causes: [{ named }] };
  return { found, singles: 0, pairs: 0, hashes: 0, complete: true };
}

function explanationOf(context: Context, outcome: Outcome, hasBaseString: boolean): SignatureExplanation {
  const { found, singles, pairs, hashes, complete } = outcome;
  const expected = expectedOf(context, found?.base ?? context.bases[0]);
  const tried = { hypotheses: singles + pairs, hashes, complete };
  if (found === undefined) {
    const summary = unexplainedSummary(context, outcome, hasBaseString);
    return { ...nothingKnown, expected, received: { sign: context.hide(context.received) }, tried, summary };
  }
  const causes = found.causes.map((cause) => shownMistake(cause, context));
  const isKey = found.causes.some(({ named }) => named === signIsKey);
  const isDigest = !isKey && found.causes.every(({ named }) => named !== signMissing);
  const sign = isKey ? mask : context.hide(context.received);
  const canonical = isDigest ? signedText(context, found.client) : undefined;
  const verdict = causes.length === 0 ? 'valid' : 'explained';
  return {
    verdict,
    mistakes: causes,
    expected,
    received: canonical === undefined ? { sign } : { canonical, sign },
    difference:
      canonical === undefined || canonical === expected.canonical
        ? []
        : difference(expected.canonical, canonical),
    signedWith: isDigest ? keyNameOf(context, found.client) : null,
    tried,
    summary: verdict === 'valid' ? 'The sign is correct.' : summaryOf(causes),
  };
}

const nothingKnown = { verdict: 'unexplained', mistakes: [], difference: [], signedWith: null } as const;

/** The correct string and its sign. The sign of the alternative form has the letter case of the received sign. */
function expectedOf(context: Context, base: Base | undefined): SignatureExplanation['expected'] {
  const client = base?.client ?? rightClient({ text: '', shown: mask });
  const canonical = signedText(context, client);
  const ready = readyFields(client, context.fields);
  if (base === undefined || base.known.length > 0 || !baseString(client, ready).isWellFormed())
    return { canonical, sign: null };
  const digest = digestOf(client, ready);
  const isUpper = base.form === 'normal' || context.received === context.received.toUpperCase();
  return { canonical, sign: isUpper ? digest.toUpperCase() : digest };
}

/** The string that a client hashes, without keys. Redacts twice, because a client can rename and add parameters. */
function signedText({ fields, hide, redact }: Context, client: Client): string {
  const pick = (some: Fields) => redact(client.pick(some));
  const shown = { ...client, pick };
  const ready = readyFields(shown, redact(fields));
  const text = client.digest.isBare ? bareString(shown, ready) : baseString(shown, ready, client.key.shown);
  // A key consists of characters that no encoding changes, but its mask does not.
  return hide(text.replace(/(?:%(?:25)*2A){3}/gi, mask));
}

function keyNameOf({ keys }: Context, { key }: Client): KeyName | null {
  return keys.find(({ text, other }) => other === undefined && text === key.text)?.name ?? null;
}

function withBaseString(
  context: Context,
  plain: SignatureExplanation,
  given: string | Uint8Array,
): SignatureExplanation {
  const { found } = new Search().run(basesOfText(given, context.bases));
  const shown = context.hide(textsOf(given)[0].replace(keyAtEnd, `&key=${mask}`));
  const { canonical } = plain.expected;
  const right = shown.endsWith(mask) ? canonical : canonical.replace(keyAtEnd, '');
  const comparison = comparisonOf(right, shown, context.bases.length === 0 ? null : found !== undefined);
  const compared = comparedWords(comparison);
  if (plain.verdict !== 'unexplained')
    return { ...plain, comparison, summary: `${plain.summary} ${compared}` };
  const segments = shown === right ? [] : difference(right, shown);
  if (found === undefined)
    return { ...plain, comparison, difference: segments, summary: `${plain.summary} ${compared}` };
  const differs = comparison.at === null ? [] : [{ named: textDiffers, about: placeWords(comparison) }];
  const causes = [...differs, ...found.causes].map((cause) => shownMistake(cause, context));
  return {
    ...plain,
    verdict: 'explained',
    mistakes: causes,
    received: { canonical: shown, sign: plain.received.sign },
    difference: segments,
    signedWith: keyNameOf(context, found.client),
    comparison,
    summary: `${summaryOf(causes)} ${compared}`,
  };
}

function placeWords({ at, expected, found }: Comparison): string {
  return `character ${at} is ${found ?? 'missing'}; expected ${expected ?? 'the end'}`;
}

function comparedWords(comparison: Comparison): string {
  const where =
    comparison.at === null
      ? 'Apart from the key, the base string is correct'
      : `In the base string, ${placeWords(comparison)}`;
  if (comparison.isWhatWasSigned === null)
    return `${where}. Pass a key to check whether this base string produces the sign.`;
  if (comparison.isWhatWasSigned) return `${where}, and it produces this sign.`;
  return `${where}. It does not produce this sign with any of the keys, so the base string or the key is wrong.`;
}

function summaryOf(causes: readonly ShownMistake[]): string {
  return causes.map(({ title, fix }) => `${title}. ${fix}`).join(' And: ');
}

function unexplainedSummary(
  { bases, received }: Context,
  { singles, pairs, complete }: Outcome,
  hasBaseString: boolean,
): string {
  if (bases.length === 0) return 'Without a key, the doctor can show only the expected base string.';
  const all = complete ? '' : ' (the maximum of the search)';
  return [
    `None of ${singles} single mistakes and ${pairs} pairs of mistakes${all} produces this sign.`,
    lengthWords(received),
    'Either the key is wrong or the mistake is unknown. First check that the key belongs to this Merchant ID.',
    hasBaseString
      ? ''
      : 'Then pass the base string, which is the exact string that your code hashes. The doctor compares each character.',
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
}

/** Hides keys in names that the client sent. */
function shownMistake({ named, about = '' }: Cause, context?: Context): ShownMistake {
  const { id, title } = named;
  const received = context?.isCallback ? receiverFixes[named.remedy] : undefined;
  const fix = received !== undefined && /\bsend\b/.test(named.fix) ? received.fix : named.fix;
  const fixes = remedies[(received ?? named).remedy];
  return { id, title: about === '' ? title : `${title}: ${context?.hide(about) ?? about}`, fix, fixes };
}

/** The sign of the merchant's code, as given or calculated from `baseString`. */
function ownSign({ bases, keys }: Context, options: ExplainCallbackOptions): string | undefined {
  if (options.computedSign !== undefined || options.baseString === undefined) return options.computedSign;
  const [text] = textsOf(options.baseString);
  const hasKey = keyAtEnd.test(text) || keys.some((key) => text.includes(key.text));
  return hash('md5', hasKey ? text : `${text}&key=${bases[0]?.client.key.text ?? ''}`);
}

/** Inserts mistakes of the body before mistakes of the signature. */
function withBodyMistakes(
  result: SignatureExplanation,
  found: readonly ShownMistake[],
  isUnreadable: boolean,
): SignatureExplanation {
  if (found.length === 0) return result;
  const words = found.map(({ title, fix }) => `${title}. ${fix}`).join(' ');
  if (isUnreadable) return { ...result, verdict: 'explained', mistakes: found, summary: words };
  return {
    ...result,
    verdict: result.verdict === 'unexplained' ? 'unexplained' : 'explained',
    mistakes: [...found, ...result.mistakes],
    summary: `${words} ${result.summary}`,
  };
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

/** The most frequent mistakes of callback receivers. An entry with a detail includes only this way. */
const likely: readonly (readonly [id: string, abouts?: readonly string[]])[] = [
  ['empty-values-signed'],
  ['wrong-key-type'],
  ['boolean-rewritten'],
  ['number-rewritten'],
  ['field-left-out', ['unknown names', 'the alias names']],
  ['values-url-encoded'],
  ['values-html-escaped'],
  ['values-cleaned', ['trimmed']],
];

/** The mistakes that would change the base string for this body. */
function pitfallsOf(context: Context, body: string): readonly ShownMistake[] {
  const { bases, fields } = context;
  const [base] = bases;
  if (base === undefined) return [];
  const textOf = (client: Client) => baseString(client, readyFields(client, fields));
  const right = textOf(base.client);
  // A JSON parser rewrites only numbers and keeps the digits of strings.
  const hasNumbers = fields.some(({ kind }) => kind === 'number');
  const wrong = bases.find(({ known }) => known.length > 0)?.known ?? [];
  const found = likely.flatMap(([id, abouts]): readonly Cause[] => {
    if (id === 'wrong-key-type') return wrong;
    if (id === 'number-rewritten' && !hasNumbers) return [];
    const named = mistakes.find((mistake) => mistake.id === id);
    const way = named
      ?.ways(base.facts)
      .find(
        (some) =>
          (abouts?.includes(some.about ?? '') ?? true) && textOf({ ...base.client, ...some }) !== right,
      );
    return named === undefined || way === undefined ? [] : [{ named, about: way.about }];
  });
  const isForm = !body.trimStart().startsWith('{') && /[+%]/.test(body);
  return [...(isForm ? [{ named: plusKept }] : []), ...found].map((cause) => shownMistake(cause, context));
}
