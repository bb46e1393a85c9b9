import { z } from 'zod';

// What the tools answer, as their `outputSchema`. Clients refuse an answer that does not fit, so all of it is open: a later
// gateway answers more, has more states, and where a key stood is a mask. What a later gateway adds is optional here.

export const text = z.string();
export const flag = z.boolean();
export const count = z.number();
export const textOrNull = text.nullable();
export const texts = z.array(text);

type Names<Answered> = Answered extends unknown ? keyof Answered : never;

/** An object of the SDK or of the control API: all its fields, and none that it has not. */
export function objectOf<Answered>() {
  return <Fields extends Record<Names<Answered>, z.ZodType>>(
    fields: Fields & Record<Exclude<keyof Fields, Names<Answered>>, never>,
  ) => z.looseObject(fields as Fields);
}

/** A page of a list. */
export function pageOf<Item extends z.ZodType>(items: Item) {
  return z.looseObject({ items: z.array(items), nextCursor: textOrNull });
}

/** Why a tool has no answer. */
export const failure = z.looseObject({ error: text, message: text, next: text });
