import { type Facts, type Variant, withIds } from '../hypothesis.ts';
import type { Fields } from '../recipe.ts';
import { otherName } from '../spec-names.ts';
import { markInWords } from './joins.ts';

const fix =
  'Join the values of merchant_id, amount, merchant_order_no, the API Key and callback_url in this order. Leave out an absent callback_url.';

/** The parts in order (spec: POST payin, rule 3); `api_key` is mchKey. */
const parts = ['merchant_id', 'amount', 'merchant_order_no', 'api_key', 'callback_url'] as const;

/** The base string of the alternative pay-in signature. */
export function alternativeKeyPlacement(fields: Fields, key: string): string {
  return valuesOf(fields, key, parts).join('');
}

function valuesOf(fields: Fields, key: string, names: readonly string[]): readonly string[] {
  const texts = new Map(fields.map(({ name, text }) => [name, text]));
  return names.map((name) =>
    name === 'api_key' ? key : (texts.get(name) ?? texts.get(otherName(name) ?? '') ?? ''),
  );
}

export const alternativeMistakes = /* @__PURE__ */ withIds({
  /** Mistake of a client that uses the alternative form for an operation other than a pay-in, or with camelCase names. */
  'alternative-not-allowed': {
    title: 'Signed in the alternative form, which is only for pay-ins with snake_case names',
    fix: 'Sign the sorted name=value pairs. Only a pay-in with merchant_id and merchant_order_no can use the alternative form.',
    remedy: 'joinPairs',
    variants: () => [{ stage: 'keyPlacement', apply: (fields, key) => alternativeKeyPlacement(fields, key) }],
  },
  'alternative-order': {
    title: 'The parts of the alternative form are joined in another order',
    fix,
    remedy: 'alternative',
    variants: ({ fields }) => {
      const has = (name: string) => valuesOf(fields, 'key', [name])[0] !== '';
      return permutations(parts.filter(has))
        .slice(1)
        .map((names) => joining(names, '', names.join(', ')));
    },
  },
  'alternative-part-missing': {
    title: 'A part of the alternative form is missing',
    fix,
    remedy: 'alternative',
    variants: () =>
      subsets(parts)
        .filter((names) => names.length > 0 && names.length < parts.length)
        .toSorted((a, b) => b.length - a.length)
        .map((names) => joining(names, '', parts.filter((name) => !names.includes(name)).join(', '))),
  },
  'alternative-separated': {
    title: 'The parts of the alternative form are joined with a separator',
    fix,
    remedy: 'alternative',
    variants: () => ['&', '|', ',', '-', '_', ':'].map((mark) => joining(parts, mark, markInWords(mark))),
  },
});

function joining(names: readonly string[], mark: string, about: string): Variant {
  return { stage: 'keyPlacement', apply: (fields, key) => valuesOf(fields, key, names).join(mark), about };
}

/** All permutations of the names. The first one is the given order. */
function permutations(names: readonly string[]): readonly (readonly string[])[] {
  if (names.length < 2) return [names];
  return names.flatMap((name) =>
    permutations(names.filter((other) => other !== name)).map((rest) => [name, ...rest]),
  );
}

function subsets(names: readonly string[]): readonly (readonly string[])[] {
  const [first, ...rest] = names;
  if (first === undefined) return [[]];
  const without = subsets(rest);
  return [...without, ...without.map((some) => [first, ...some])];
}

/** Returns true only for pay-ins with snake_case names, because only they may use the alternative form. */
export function allowsAlternative(fields: Facts['fields']): boolean {
  const given = new Set(fields.filter(({ text }) => text !== '').map(({ name }) => name));
  const camel = ['mchId', 'mchOrderNo', 'notifyUrl'].some((name) => given.has(name));
  return given.has('merchant_id') && given.has('merchant_order_no') && !camel;
}
