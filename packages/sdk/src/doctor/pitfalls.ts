import type { Context } from './context.ts';
import type { Mistake } from './explanation.ts';
import { emptyMistakes } from './hypotheses/empties.ts';
import { escapeMistakes } from './hypotheses/escapes.ts';
import { fieldMistakes } from './hypotheses/fields.ts';
import { keyMistakes } from './hypotheses/keys.ts';
import { numberMistakes } from './hypotheses/numbers.ts';
import { valueMistakes } from './hypotheses/texts.ts';
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
  [emptyMistakes['empty-values-signed']],
  [keyMistakes['wrong-key-type']],
  [numberMistakes['boolean-rewritten']],
  [numberMistakes['number-rewritten']],
  [fieldMistakes['field-left-out'], ['unknown names', 'the alias names']],
  [escapeMistakes['values-url-encoded']],
  [escapeMistakes['values-html-escaped']],
  [valueMistakes['values-trimmed'], ['trimmed']],
];

/** The mistakes that would change the base string for this body. */
export function pitfallsOf(context: Context, body: string): readonly Mistake[] {
  const [base] = context.bases;
  if (base === undefined) return [];
  const right = baseStringOf(base.recipe, context.fields).text;
  const hasNumbers = context.fields.some(({ kind }) => kind === 'number');
  const found = likely.flatMap(([hypothesis, ways]): readonly Cause[] => {
    // A JSON parser rewrites only numbers and keeps the digits of strings.
    if (hypothesis === numberMistakes['number-rewritten'] && !hasNumbers) return [];
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
