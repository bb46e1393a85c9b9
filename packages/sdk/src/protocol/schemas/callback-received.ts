import { callbackIdentity } from './callback-identity.ts';
import { aliasesOf, type Fields } from './field.ts';
import { type Read, type Received, received, type SentFields, sentFields, sentValue } from './received.ts';

/** Main names of a v3 callback's fields by alias (spec: Events, "field and alias"). */
export const callbackAliases = /* @__PURE__ */ aliasesOf(callbackIdentity);

/**
 * Creates a tolerant reader of a v3 callback. Accepts a callback with only the alias names. Rejects an alias whose
 * value differs from its main name.
 */
// @__NO_SIDE_EFFECTS__
export function receivedCallback<T extends Fields>(fields: T): Read<Received<T>> {
  const read = received(fields);
  return (sent) => {
    const result = read(sent);
    if ('issue' in result || agree(sentFields(sent), result.data)) return result;
    return { issue: { field: undefined, kind: 'conflict' } };
  };
}

function agree(sent: SentFields | undefined, callback: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(callbackAliases).every(([alias, name]) => {
    const value = sent && sentValue(sent, alias);
    return value === undefined || String(value) === callback[name];
  });
}
