import { z } from 'zod';

// Parts of the tools' `outputSchema`. Clients reject a result that does not match the schema. A later gateway can add
// fields or states, and a mask can replace a key. So objects and states are open, and fields are optional.

export const text = z.string();
export const flag = z.boolean();
export const count = z.number();
export const textOrNull = text.nullable();
export const texts = z.array(text);

type Names<Answered> = Answered extends unknown ? keyof Answered : never;

/** Creates the schema of an object that the SDK or the control API returns, with exactly its fields. */
export function objectOf<Answered>() {
  return <Fields extends Record<Names<Answered>, z.ZodType>>(
    fields: Fields & Record<Exclude<keyof Fields, Names<Answered>>, never>,
  ) => z.looseObject(fields as Fields);
}

export const failure = z.looseObject({ error: text, message: text, next: text });
