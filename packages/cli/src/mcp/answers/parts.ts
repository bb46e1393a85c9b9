import { z } from 'zod';

// Parts of the tools' `outputSchema`. Clients refuse a result that does not match, so all objects and states are open.
// A later gateway can add fields, and a mask can replace a key. Fields are therefore optional.

export const text = z.string();
export const flag = z.boolean();
export const count = z.number();
export const textOrNull = text.nullable();
export const texts = z.array(text);

type Names<Answered> = Answered extends unknown ? keyof Answered : never;

/** Schema of an object of the SDK or the control API, with exactly its fields. */
export function objectOf<Answered>() {
  return <Fields extends Record<Names<Answered>, z.ZodType>>(
    fields: Fields & Record<Exclude<keyof Fields, Names<Answered>>, never>,
  ) => z.looseObject(fields as Fields);
}

/** Error of a tool. */
export const failure = z.looseObject({ error: text, message: text, next: text });
