import { createHmac, hash } from 'node:crypto';
import { type Variant, withIds } from '../hypothesis.ts';
import type { DigestInput, Payload } from '../recipe.ts';

export const digestMistakes = /* @__PURE__ */ withIds({
  'other-digest': {
    title: 'The digest was made with an algorithm other than MD5',
    fix: 'Hash the base string once with plain MD5. Do not use HMAC, because the base string already contains the key.',
    remedy: 'md5',
    variants: () => [
      digesting(({ payload, key }) => hmac('md5', key, payload), 'HMAC-MD5', 32),
      ofBare(({ bare, key }) => hmac('md5', key, bare()), 'HMAC-MD5 of the base string without the key', 32),
      digesting(({ payload, key }) => hmac('sha256', key, payload), 'HMAC-SHA256', 64),
      ofBare(
        ({ bare, key }) => hmac('sha256', key, bare()),
        'HMAC-SHA256 of the base string without the key',
        64,
      ),
      digesting(({ payload }) => hash('sha256', payload), 'SHA-256', 64),
      digesting(({ payload }) => hash('sha1', payload), 'SHA-1', 40),
    ],
  },
  'md5-twice': {
    title: 'MD5 was applied twice',
    fix: 'Hash the base string, including the key, only once.',
    remedy: 'md5',
    variants: () => [
      digesting(({ payload }) => hash('md5', hash('md5', payload)), 'of the digest in lower case', 32),
      digesting(
        ({ payload }) => hash('md5', hash('md5', payload).toUpperCase()),
        'of the digest in upper case',
        32,
      ),
      ofBare(
        ({ bare, key }) => hash('md5', hash('md5', bare()) + key),
        'of the parameters, then of that digest with the key',
        32,
      ),
    ],
  },
});

function hmac(algorithm: string, key: string, payload: Payload): string {
  return createHmac(algorithm, key).update(payload).digest('hex');
}

function digesting(apply: (input: DigestInput) => string, about: string, digits: number): Variant {
  return { stage: 'digest', apply, about, digits };
}

/** Creates a variant that hashes the string without the key. */
function ofBare(apply: (input: DigestInput) => string, about: string, digits: number): Variant {
  return { stage: 'digest', apply, about, digits, bare: true };
}
