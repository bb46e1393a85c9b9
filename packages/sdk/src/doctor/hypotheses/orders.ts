import { type Hypothesis, type Variant, withIds } from '../hypothesis.ts';
import { type Field, type Fields, inByteOrder, inBytes, inUnits } from '../recipe.ts';

type Compare = (a: Field, b: Field) => number;

export const orderMistakes = /* @__PURE__ */ withIds({
  'not-sorted': {
    title: 'The parameters are not sorted',
    fix: 'Sort the parameters by name, in plain byte order, before you join them.',
    remedy: 'sortBytes',
    variants: ({ known }) => [
      { stage: 'order', apply: (fields) => fields, about: 'signed in the order sent' },
      by(inOrderOf(known), 'signed in the order of the documentation'),
    ],
  },
  'sorted-otherwise': {
    title: 'The parameters are sorted in the wrong order',
    fix: 'Sort the parameters by the whole name in plain byte order. Upper-case letters come before _, and _ comes before lower-case letters.',
    remedy: 'sortBytes',
    variants: () => [
      by((a, b) => inUnits(a.name.toLowerCase(), b.name.toLowerCase()), 'ignoring case'),
      by((a, b) => collator.compare(a.name, b.name), 'by localeCompare'),
      by((a, b) => inBytes(pairOf(a), pairOf(b)), 'by the whole name=value'),
      { stage: 'order', apply: (fields) => inByteOrder(fields).toReversed(), about: 'descending' },
      by((a, b) => inBytes(a.text, b.text), 'by value'),
      by((a, b) => inUnits(a.name.toUpperCase(), b.name.toUpperCase()), 'ignoring case, as upper case'),
      by((a, b) => lowerFirst.compare(a.name, b.name), 'by an alphabet that ignores _'),
    ],
  },
});

/** Maximum number of parameters for a search of all orders. Seven parameters have 5,040 orders. */
const maxOrdered = 7;

/**
 * Mistake of a client that signs in an order other than the sorted order and the sent order. Example: the order of a
 * template.
 */
export const ownOrder: Hypothesis = {
  ...orderMistakes['not-sorted'],
  isLast: true,
  variants: ({ fields }) => {
    const names = fields.filter(({ text }) => text !== '').map(({ name }) => name);
    const orders = names.length > maxOrdered ? 0 : names.reduce((count, _, at) => count * (at + 1), 1);
    return Array.from({ length: orders }, (_, at) => ({
      stage: 'order',
      apply: (some: Fields) => inOrder(some, at),
      // Compute the description on demand, because the result describes only one of thousands of orders.
      get about() {
        return `signed in the order ${inOrder(names, at).join(', ')}`;
      },
      alone: true,
    }));
  },
};

/** @param at index among all orders. Index 0 is the given order */
function inOrder<Item>(items: readonly Item[], at: number): readonly Item[] {
  const left = [...items];
  let rest = at;
  return items.flatMap(() => {
    const place = rest % left.length;
    rest = Math.floor(rest / left.length);
    return left.splice(place, 1);
  });
}

const collator = /* @__PURE__ */ new Intl.Collator('en');
/** Collation of glibc's `sort` and Java's `Collator`. */
const lowerFirst = /* @__PURE__ */ new Intl.Collator('en', { ignorePunctuation: true });

function pairOf({ name, text }: Field): string {
  return `${name}=${text}`;
}

/** Orders names by a list. Names outside the list stay at the end. */
function inOrderOf(names: readonly string[]): Compare {
  const places = new Map(names.map((name, place) => [name, place]));
  const placeOf = ({ name }: Field) => places.get(name) ?? names.length;
  return (a, b) => placeOf(a) - placeOf(b);
}

function by(compare: Compare, about: string): Variant {
  return { stage: 'order', apply: (fields) => fields.toSorted(compare), about };
}
