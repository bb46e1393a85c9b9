import { signatureMistakes } from '@inrgate/sdk/doctor';
import { expect, it } from 'vitest';
import { wrongClients } from './wrong-clients.ts';

/** Mistakes that have their own tests: altered callbacks, the alternative form, and invalid signs. */
const elsewhere: ReadonlySet<string> = new Set([
  'alternative-not-allowed',
  'alternative-order',
  'alternative-part-missing',
  'alternative-separated',
  'sign-missing',
  'sign-is-key',
  'sign-is-text',
  'numbers-reserialised',
  'booleans-reserialised',
  'not-decoded',
  'field-dropped',
  'field-added',
  'utf8-misread',
  'white-space-lost',
  'no-value-as-word',
  'body-unreadable',
  'body-padded',
  'other-content-type',
  'plus-kept',
  'text-differs',
  'unknown-key',
]);

it('every mistake has a test client that makes the mistake', () => {
  const made = new Set([...wrongClients.map(({ id }) => id), ...elsewhere]);
  expect(signatureMistakes.map(({ id }) => id).filter((id) => !made.has(id))).toEqual([]);
  const known = new Set(signatureMistakes.map(({ id }) => id));
  expect([...made].filter((id) => !known.has(id))).toEqual([]);
});
