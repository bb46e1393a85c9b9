import type { Context } from './context.ts';
import type { Mistake } from './explanation.ts';
import { emptyValuesSigned } from './hypotheses/empties.ts';
import { valuesHtmlEscaped, valuesUrlEncoded } from './hypotheses/escapes.ts';
import { fieldLeftOut } from './hypotheses/fields.ts';
import { wrongKeyType } from './hypotheses/keys.ts';
import { booleanRewritten, numberRewritten } from './hypotheses/numbers.ts';
import { valuesTrimmed } from './hypotheses/texts.ts';
import type { Hypothesis, Named } from './hypothesis.ts';
import { mistakeOf } from './mistake.ts';
import { baseStringOf } from './recipe.ts';
import type { Cause } from './search.ts';

export const plusKept: Named = {
  id: 'plus-kept',
  title: 'The form contains + or %XX, which your code must decode',
  fix: 'Decode + as a space and %2B as +. Decode the form only once, and sign the decoded values.',
  remedy: 'rawBody',
};

/**
 * The most frequent mistakes of callback receivers. An entry with a list includes only these variants of the mistake.
 */
const likely: readonly (readonly [Hypothesis, (readonly string[])?])[] = [
  [emptyValuesSigned],
  [wrongKeyType],
  [booleanRewritten],
  [numberRewritten],
  [fieldLeftOut, ['unknown names', 'the alias names']],
  [valuesUrlEncoded],
  [valuesHtmlEscaped],
  [valuesTrimmed, ['trimmed']],
];

/** The mistakes that would change the base string for this body. */
export function pitfallsOf(context: Context, body: string): readonly Mistake[] {
  const [base] = context.bases;
  if (base === undefined) return [];
  const right = baseStringOf(base.recipe, context.fields).text;
  const hasNumbers = context.fields.some(({ kind }) => kind === 'number');
  const found = likely.flatMap(([hypothesis, ways]): readonly Cause[] => {
    // A JSON parser rewrites only numbers and keeps the digits of strings.
    if (hypothesis === numberRewritten && !hasNumbers) return [];
    const variant = hypothesis
      .variants(base.facts)
      .filter(({ about }) => ways?.includes(about ?? '') ?? true)
      .find(
        ({ stage, apply }) => baseStringOf({ ...base.recipe, [stage]: apply }, context.fields).text !== right,
      );
    return variant === undefined ? [] : [{ named: hypothesis, about: variant.about }];
  });
  const isForm = !body.trimStart().startsWith('{');
  const form = isForm && /[+%]/.test(body) ? [{ named: plusKept }] : [];
  return [...form, ...found].map((cause) => mistakeOf(cause, context.hide));
}
