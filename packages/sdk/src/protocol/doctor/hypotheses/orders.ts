import type { Hypothesis, Variant } from '../hypothesis.ts';
import { type Field, inByteOrder, inBytes, inUnits } from '../recipe.ts';

type Compare = (a: Field, b: Field) => number;

export const orderAsGiven: Hypothesis = {
  id: 'not-sorted',
  title: 'The parameters are not sorted',
  fix: 'Sort the parameters by name, in plain byte order, before they are joined.',
  remedy: 'sortBytes',
  variants: ({ known }) => [
    { stage: 'order', apply: (fields) => fields, about: 'signed in the order sent' },
    by(inOrderOf(known), 'signed in the order of the documentation'),
  ],
};

export const sortedOtherwise: Hypothesis = {
  id: 'sorted-otherwise',
  title: 'The parameters are sorted in another order',
  fix: 'Sort by the whole name in plain byte order: upper case before _, and _ before lower case.',
  remedy: 'sortBytes',
  variants: () => [
    by((a, b) => inUnits(a.name.toLowerCase(), b.name.toLowerCase()), 'ignoring case'),
    by((a, b) => collator.compare(a.name, b.name), 'by localeCompare'),
    by((a, b) => inBytes(pairOf(a), pairOf(b)), 'by the whole name=value'),
    { stage: 'order', apply: (fields) => inByteOrder(fields).toReversed(), about: 'descending' },
    by((a, b) => inBytes(a.text, b.text), 'by value'),
    by((a, b) => inUnits(a.name.toUpperCase(), b.name.toUpperCase()), 'ignoring case, as upper case'),
    by((a, b) => a.name.length - b.name.length || inBytes(a.name, b.name), 'by the length of the name'),
    by((a, b) => inUnits(a.name.slice(0, 1), b.name.slice(0, 1)), 'by the first letter alone'),
    by((a, b) => lowerFirst.compare(a.name, b.name), 'by an alphabet that ignores _'),
    by((a, b) => inUnits(a.name, b.name), 'in the order of UTF-16'),
    by((a, b) => collator.compare(b.name, a.name), 'by localeCompare, descending'),
    by((a, b) => inUnits(b.name.toLowerCase(), a.name.toLowerCase()), 'ignoring case, descending'),
  ],
};

const collator = /* @__PURE__ */ new Intl.Collator('en');
/** As glibc’s `sort` and Java’s `Collator` do. */
const lowerFirst = /* @__PURE__ */ new Intl.Collator('en', { ignorePunctuation: true });

function pairOf({ name, text }: Field): string {
  return `${name}=${text}`;
}

/** Names that the documentation does not have stay at the end. */
function inOrderOf(names: readonly string[]): Compare {
  const places = new Map(names.map((name, place) => [name, place]));
  const placeOf = ({ name }: Field) => places.get(name) ?? names.length;
  return (a, b) => placeOf(a) - placeOf(b);
}

function by(compare: Compare, about: string): Variant {
  return { stage: 'order', apply: (fields) => fields.toSorted(compare), about };
}
