import { fieldNames } from './callback-field-names.ts';

const freeText: ReadonlySet<string> = /* @__PURE__ */ new Set(['extra', 'message', 'note']);

/**
 * Whether the signature of a callback cannot tell this value from several fields. The signed text is `name=value` joined
 * with `&`, so it stays the same when a value swallows the fields after it, or a field breaks out of a value.
 *
 * @param name the wire name of the field
 */
export function isAmbiguous(name: string, value: string): boolean {
  if (!value.includes('&')) return false;
  const mayHold = freeText.has(name) || /^https?:\/\//i.test(value);
  return !mayHold || [...fieldNames].some((field) => value.includes(`&${field}=`));
}
