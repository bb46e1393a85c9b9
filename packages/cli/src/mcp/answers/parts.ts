import { z } from 'zod';

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
  ) => z.object(fields as Fields);
}
