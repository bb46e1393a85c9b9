import { fieldNames } from './schemas/fields.ts';

const freeText: ReadonlySet<string> = /* @__PURE__ */ new Set(['extra', 'message', 'note']);

/**
 * Returns whether this value makes the signature of a callback ambiguous. The signed string joins `name=value` pairs
 * with `&`. Two different sets of fields can produce the same string: one value can contain the next field, or a part
 * of a value can become a field.
 *
 * @param name the wire name of the field
 */
export function isAmbiguous(name: string, value: string): boolean {
  if (!value.includes('&')) return false;
  const mayHold = freeText.has(name) || /^https?:\/\//i.test(value);
  return !mayHold || [...fieldNames].some((field) => value.includes(`&${field}=`));
}
