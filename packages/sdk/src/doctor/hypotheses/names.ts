import { type Variant, withIds } from '../hypothesis.ts';
import { aliasPairs, otherName } from '../spec-names.ts';

export const nameMistakes = /* @__PURE__ */ withIds({
  'alias-names': {
    title: 'A parameter is signed under one name and sent under another',
    fix: 'Sign the parameter names exactly as you send them. A parameter name and its alias produce different signatures.',
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
  },
  'names-recased': {
    title: 'The names are signed in a different letter case',
    fix: 'Sign the parameter names exactly as you send them.',
    remedy: 'namesAsSent',
    variants: () => [
      renaming((name) => name.toLowerCase(), 'lower case'),
      renaming((name) => name.toUpperCase(), 'upper case'),
      renaming((name) => name.slice(0, 1).toUpperCase() + name.slice(1), 'first letter upper case'),
    ],
  },
});

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
