import { type Variant, withIds } from '../hypothesis.ts';
import type { Fields, Write } from '../recipe.ts';
import { added } from './empties.ts';

const fix = 'End the base string with &key= and the key, with nothing after it.';

/** Names before the key in the conventions of other gateways. */
const keyNames = [
  ...['secret', 'api_key', 'apiKey', 'mchKey', 'mchSecret', 'mch_key', 'api_secret', 'secretKey'],
  ...['secret_key', 'Key', 'KEY'],
];

export const placementMistakes = /* @__PURE__ */ withIds({
  'key-without-name': {
    title: 'The key is not preceded by &key=',
    fix,
    remedy: 'joinPairs',
    variants: () => [
      placing((text, key) => text + key, 'the key directly after the parameters'),
      placing((text, key) => `${text}&${key}`, '& and the key'),
      placing((text, key) => `${text}key=${key}`, 'no & before key='),
      placing((text, key) => `${text}&key${key}`, 'no = after key'),
      placing((text, key) => `${text}|${key}`, '| and the key'),
    ],
  },
  'no-key': {
    title: 'The key is missing from the base string',
    fix,
    remedy: 'joinPairs',
    variants: () => [placing((text) => text)],
  },
  'key-alone': {
    title: 'The base string contains no parameters',
    fix: 'Set the parameters before you call the signing function, and check the parameters that you pass to the function.',
    remedy: 'signWhatIsSent',
    variants: () => [
      placing((_, key) => `&key=${key}`, '&key= and the key'),
      placing((_, key) => `key=${key}`, 'key= and the key'),
      placing((_, key) => key, 'only the key'),
      placing(() => '', 'nothing at all'),
    ],
  },
  'other-key-name': {
    title: 'The key is signed under a name other than key',
    fix,
    remedy: 'joinPairs',
    variants: () => keyNames.map((name) => placing((text, key) => `${text}&${name}=${key}`, `&${name}=`)),
  },
  'key-in-front': {
    title: 'The key precedes the parameters',
    fix,
    remedy: 'joinPairs',
    variants: () => [
      placing((text, key) => key + text, 'only the key'),
      placing((text, key) => `key=${key}&${text}`, 'key= and &'),
      placing((text, key) => `${key}&${text}`, '& after it'),
      placing((text, key) => key + text + key, 'and at the end'),
    ],
  },
  'key-sorted': {
    title: 'The key is sorted among the parameters',
    fix: 'Sort the parameters without the key, then append &key= and the key.',
    remedy: 'joinPairs',
    variants: () => [
      ...['key', 'api_key', 'secret'].map((name) => within((key) => [added(name, key)], name)),
      {
        stage: 'keyPlacement',
        apply: (fields, key, write) => `${write([...fields, added('key', key)])}&key=${key}`,
        about: 'and at the end too',
      },
    ],
  },
  'text-after-key': {
    title: 'Extra characters precede or follow the key',
    fix,
    remedy: 'joinPairs',
    variants: () => [
      placing((text, key) => `${text}&key=${key}&`, '& at the end'),
      placing((text, key) => `${text}&&key=${key}`, '&& before key='),
    ],
  },
});

type KeyPlacement = (text: string, key: string) => string;

function placing(place: KeyPlacement, about?: string): Variant {
  const apply = (fields: Fields, key: string, write: Write) => place(write(fields), key);
  return { stage: 'keyPlacement', apply, about };
}

function within(more: (key: string) => Fields, about: string): Variant {
  return { stage: 'keyPlacement', apply: (fields, key, write) => write([...fields, ...more(key)]), about };
}
