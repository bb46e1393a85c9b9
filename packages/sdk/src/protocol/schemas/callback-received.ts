import * as z from 'zod/mini';
import { callbackIdentity } from './callback-identity.ts';
import { aliasesOf, type Fields } from './field.ts';
import { receivedFields } from './received.ts';

/** Main names of a v3 callback's fields by their alias (spec: Events, "field and alias"). */
export const callbackAliases = /* @__PURE__ */ aliasesOf(callbackIdentity);

/** The tolerant schema of a v3 callback: alias names alone are enough, but must not contradict the main names. */
// @__NO_SIDE_EFFECTS__
export function receivedCallback<T extends Fields>(fields: T) {
  return receivedFields(fields).check(z.refine(agree, 'a field and its alias have different values'));
}

function agree(callback: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(callbackAliases).every(
    ([alias, name]) => !(alias in callback) || String(callback[alias]) === callback[name],
  );
}
