import { callbackIdentity } from './callback-identity.ts';
import { aliasesOf, type Fields } from './field.ts';
import { type Read, type Received, received, type SentFields, sentFields, sentValue } from './received.ts';

/** Main names of a v3 callback's fields by their alias (spec: Events, "field and alias"). */
export const callbackAliases = /* @__PURE__ */ aliasesOf(callbackIdentity);

/** A tolerant reader of a v3 callback. Alias names alone are enough, but must not contradict the main names. */
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
