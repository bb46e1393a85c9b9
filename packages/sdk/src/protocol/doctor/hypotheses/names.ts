import type { Hypothesis, Variant } from '../hypothesis.ts';
import type { Field, Fields } from '../recipe.ts';
import { aliasPairs, otherName } from '../spec-names.ts';

export const aliasNames: Hypothesis = {
  id: 'alias-names',
  title: 'Signed under another name than it was sent',
  fix: 'Sign the names that are sent: a parameter and its alias are different texts.',
  remedy: 'namesAsSent',
  variants: ({ fields }) => {
    const both = fields.map(({ name }) => name).filter((name) => otherName(name) !== undefined);
    const toAliases = new Map(aliasPairs);
    const toMain = new Map(aliasPairs.map(([main, alias]) => [alias, main]));
    return [
      renaming((name) => toAliases.get(name) ?? name, 'the aliases'),
      renaming((name) => toMain.get(name) ?? name, 'the main names'),
      ...both.map((name) => renaming((some) => (some === name ? (otherName(name) ?? name) : some), name)),
      renaming(snakeCase, 'snake_case'),
      renaming(camelCase, 'camelCase'),
    ];
  },
};

export const aliasesToo: Hypothesis = {
  id: 'aliases-too',
  title: 'Signed under a second name that was not sent',
  fix: 'Sign each parameter once, under the name that it is sent with.',
  remedy: 'namesAsSent',
  variants: ({ fields }) => {
    const sent = new Set(fields.map(({ name }) => name));
    const lacking = fields.filter(({ name }) => !sent.has(otherName(name) ?? name));
    const all = lacking.length > 1 ? [lacking] : [];
    return [...all, ...lacking.map((field) => [field])].map((some) => doubling(some));
  },
};

function doubling(some: Fields): Variant {
  const names = new Set(some.map(({ name }) => name));
  const second = (field: Field) => ({ ...field, name: otherName(field.name) ?? field.name });
  return {
    stage: 'fields',
    apply: (fields) => [...fields, ...fields.filter(({ name }) => names.has(name)).map(second)],
    about: [...names].map((name) => otherName(name)).join(', '),
  };
}

export const namesRecased: Hypothesis = {
  id: 'names-recased',
  title: 'The names are signed in another case of letters',
  fix: 'Sign the names letter by letter as they are sent.',
  remedy: 'namesAsSent',
  variants: () => [
    renaming((name) => name.toLowerCase(), 'lower case'),
    renaming((name) => name.toUpperCase(), 'upper case'),
    renaming((name) => name.slice(0, 1).toUpperCase() + name.slice(1), 'first letter upper case'),
  ],
};

function renaming(rename: (name: string) => string, about: string): Variant {
  return {
    stage: 'names',
    apply: (fields) => fields.map((field) => ({ ...field, name: rename(field.name) })),
    about,
  };
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function camelCase(name: string): string {
  return name.replace(/_[a-z]/g, (letter) => letter.slice(1).toUpperCase());
}
